// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

open class DispatchObject {}

open class DispatchQueue: DispatchObject, @unchecked Sendable {
    public init(label: String) {}
    open class var main: DispatchQueue { fatalError() }
    open class func global() -> DispatchQueue { fatalError() }
    open class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
    open func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {}
    @preconcurrency
    public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
    @preconcurrency
    public func asyncAfter(
        deadline: DispatchTime,
        execute work: @escaping @Sendable @convention(block) () -> Void
    ) {}
}

public protocol DispatchSourceRead {}

extension DispatchSourceRead {
    public func setEventHandler(handler: @escaping @convention(block) () -> Void) {}
    public func setCancelHandler(handler: @escaping @convention(block) () -> Void) {}
    public func resume() {}
    public func cancel() {}
}

open class DispatchSource: DispatchObject {
    private struct Read: DispatchSourceRead {}

    open class func makeReadSource(fileDescriptor: Int32, queue: DispatchQueue?) -> any DispatchSourceRead {
        Read()
    }
}

open class DispatchSemaphore: DispatchObject, @unchecked Sendable {
    public init(value: Int) {}
    public func wait() {}
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
    @discardableResult public func signal() -> Int { 0 }
}

public enum DispatchTimeoutResult { case success, timedOut }

public enum DispatchTimeInterval: Sendable { case nanoseconds(Int), milliseconds(Int) }

public struct DispatchTime {
    public static func now() -> DispatchTime { DispatchTime() }
    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
}

public final class DispatchSpecificKey<T> {
    public init() {}
}

extension DispatchSpecificKey: @unchecked Sendable where T: Sendable {}

public enum DispatchPredicate {
    case onQueue(DispatchQueue)
    case notOnQueue(DispatchQueue)
}

public func dispatchPrecondition(condition: @autoclosure () -> DispatchPredicate) {}
