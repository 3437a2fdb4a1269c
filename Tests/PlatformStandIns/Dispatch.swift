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
}

open class DispatchSemaphore: DispatchObject, @unchecked Sendable {
    public init(value: Int) {}
    public func wait() {}
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
    @discardableResult public func signal() -> Int { 0 }
}

public enum DispatchTimeoutResult { case success, timedOut }

public enum DispatchTimeInterval { case nanoseconds(Int) }

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
