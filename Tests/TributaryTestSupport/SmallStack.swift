// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The thread that calls, to be compared and nothing else.
package func currentThread() -> UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
}

/// Runs something on a thread with a stack of 512 KB, as the threads of a program's tasks have on some platforms.
///
/// - Parameter body: Is done when this returns.
package func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 512 * 1_024)
    defer { pthread_attr_destroy(&attributes) }
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
    var thread: pthread_t?
    pthread_create(
        &thread,
        &attributes,
        { pointer in
            Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
            return nil
        },
        work.toOpaque()
    )
    if let thread { pthread_join(thread, nil) }
    #else
    var thread = pthread_t()
    pthread_create(
        &thread,
        &attributes,
        { pointer in
            if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
            return nil
        },
        work.toOpaque()
    )
    pthread_join(thread, nil)
    #endif
}
