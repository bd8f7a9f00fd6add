//! Who is at the other end of a local socket.

/// Whether the process at the other end of a Unix socket, by its descriptor, is one of this user's; None where nobody can say.
#[cfg(target_os = "linux")]
#[expect(
    unsafe_code,
    reason = "a descriptor of another library's is asked about, and neither kept nor closed"
)]
pub fn is_own_peer(socket: i32) -> Option<bool> {
    if socket < 0 {
        return None;
    }
    // SAFETY: it is used for one call of the kernel, which refuses what is no open descriptor.
    let socket = unsafe { std::os::fd::BorrowedFd::borrow_raw(socket) };
    let peer = rustix::net::sockopt::socket_peercred(socket).ok()?;
    Some(peer.uid == rustix::process::geteuid())
}

/// Whether the process at the other end of a Unix socket, by its descriptor, is one of this user's; None where nobody can say.
#[cfg(not(target_os = "linux"))]
pub fn is_own_peer(_socket: i32) -> Option<bool> {
    None
}
