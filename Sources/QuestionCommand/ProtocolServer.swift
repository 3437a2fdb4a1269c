// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Answers requests of the Model Context Protocol.
actor ProtocolServer {
    private let tools: ToolCalls
    private let write: @Sendable (Data) -> Void
    private var running: [Message.ID: Task<Void, Never>] = [:]

    /// How long a request may be, in bytes.
    static let longest = 1 << 20

    /// Makes a server; `write` gets the bytes of each message, without the end of its line, and never two at once.
    init(_ tools: ToolCalls, write: @escaping @Sendable (Data) -> Void) {
        self.tools = tools
        self.write = write
    }

    /// Takes a line; a call of a tool is answered later.
    func receive(_ line: String) {
        let data = Data(line.utf8)
        guard data.count <= Self.longest else { return say(nil, .request("A request has at most 1 MB.")) }
        let request: Message.Request
        do { request = try JSONDecoder().decode(Message.Request.self, from: data) } catch {
            let isJSON = (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
            let id = try? JSONDecoder().decode([String: Message.ID].self, from: data)["id"]
            return say(id, isJSON ? .request("This is no request.") : .parse("This is no JSON."))
        }
        guard let id = request.id else {
            if request.method == "notifications/cancelled", let id = request.params?.requestId {
                running[id]?.cancel()
            }
            return
        }
        guard request.jsonrpc == "2.0" else {
            return say(id, .request("This is no request of JSON-RPC 2.0."))
        }
        do throws(Message.Failure) {
            if let result = try answer(request) { return say(id, result) }
        } catch {
            return say(id, error)
        }
        running[id] = Task {
            let response = await call(request, data)
            // A cancelled request gets no response.
            if !Task.isCancelled { say(id, response) }
            running[id] = nil
        }
    }

    /// Waits for the calls in flight.
    func finish() async { for task in running.values { await task.value } }

    /// The result of a request; `nil` for the call of a tool.
    private func answer(_ request: Message.Request) throws(Message.Failure) -> Message.Result? {
        if let version = request.params?.meta?.version, !Message.versions.contains(version) {
            throw .version(version)
        }
        switch request.method {
        case "server/discover":
            return Message.Result(
                supportedVersions: Message.versions,
                capabilities: .init(),
                instructions: Message.Result.instructions,
                ttlMs: 0,
                cacheScope: "private"
            )
        case "initialize":
            let asked = request.params?.protocolVersion ?? ""
            return Message.Result(
                protocolVersion: Message.handshakeVersions.contains(asked)
                    ? asked : Message.handshakeVersions[0],
                serverInfo: .init(),
                capabilities: .init(),
                instructions: Message.Result.instructions
            )
        case "ping": return Message.Result()
        case "tools/list":
            return Message.Result(tools: tools.listed, ttlMs: 0, cacheScope: "private")
        case "tools/call":
            let name = request.params?.name ?? ""
            guard tools.listed.contains(where: { $0.name == name }) else {
                let isSending = Tool(rawValue: name)?.changesProgram == true
                throw .parameters(
                    isSending
                        ? "\(name) changes the program: start tributary-mcp with --allow-send."
                        : "There is no tool \(name.prefix(100))."
                )
            }
            return nil
        default: throw .method(request.method)
        }
    }

    private struct Call: Decodable {
        struct Parameters: Decodable {
            var name: Tool
            var arguments: ToolArguments?

            enum CodingKeys: CodingKey { case name, arguments }

            private struct Anything: Decodable {}

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                name = try container.decode(Tool.self, forKey: .name)
                arguments = try container.decodeIfPresent(ToolArguments.self, forKey: .arguments)
                let given = try container.decodeIfPresent([String: Anything].self, forKey: .arguments) ?? [:]
                let known = name.listed.inputSchema.properties
                if let other = given.keys.sorted().first(where: { known[$0] == nil }) {
                    throw SourceFault("\(name.rawValue) has no argument \(other.shown).")
                }
            }
        }

        var params: Parameters
    }

    /// The answer of a tool, or the reason for none, so that an assistant can correct its request.
    private nonisolated func call(_ request: Message.Request, _ data: Data) async -> Message.Result {
        do {
            let call = try JSONDecoder().decode(Call.self, from: data)
            let text = try await tools.call(call.params.name, call.params.arguments ?? ToolArguments())
            return Message.Result(content: [.init(text: text)], isError: false)
        } catch let error as DecodingError {
            return Message.Result(
                content: [.init(text: "An argument is of another type: \(error.reason)")],
                isError: true
            )
        } catch {
            return Message.Result(content: [.init(text: "\(error)".shown)], isError: true)
        }
    }

    private func say(_ id: Message.ID?, _ result: Message.Result) { put(.init(id: id, result: result)) }
    private func say(_ id: Message.ID?, _ error: Message.Failure) { put(.init(id: id, error: error)) }

    private func put(_ response: Message.Response) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // All of it is text and numbers that JSON has.
        if let data = try? encoder.encode(response) { write(data) }
    }
}

extension DecodingError {
    /// The reason, with the path to the value.
    fileprivate var reason: String {
        let context: Context? =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        let path = context?.codingPath.dropFirst(2).map(\.stringValue).joined(separator: ".") ?? ""
        return "\(path.shown): \(context?.debugDescription ?? "")"
    }
}
