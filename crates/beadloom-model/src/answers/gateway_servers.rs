//! The answers of the commands that add servers to the gateway and log in to them.

use serde::{Deserialize, Serialize};

answers! {
    /// `beadloom gateway add`.
    pub struct GatewayAddAnswer = "gateway-add" {
        /// Always 1.
        pub version: u32,
        /// The configuration that names the server now.
        pub config: String,
        /// What the gateway calls it.
        pub server: String,
        /// As its author writes it.
        pub title: String,
        /// `added`, or `unchanged` where it stood there already.
        pub outcome: String,
        /// What starts or reaches it: the program with its arguments, or an address.
        pub starts: Vec<String>,
        /// Variables that have no value yet.
        pub wants: Vec<GatewayWanted>,
    }

    /// A variable that the settings of a server name and that somebody has to set.
    pub struct GatewayWanted {
        /// Its name in the environment.
        pub name: String,
        /// What the author of the server says of it.
        pub description: Option<String>,
        /// Whether nobody else may know it.
        pub secret: bool,
    }

    /// `beadloom gateway login` and `beadloom gateway logout`.
    pub struct GatewayLoginAnswer = "gateway-login" {
        /// Always 1.
        pub version: u32,
        /// What the gateway calls the server.
        pub server: String,
        /// `logged_in`; `logged_out`, or `absent` where there was no login.
        pub outcome: String,
        /// Whether the authorisation server was told to forget the login.
        pub revoked: bool,
    }
}
