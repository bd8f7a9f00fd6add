//! Where an edge comes from.

crate::named! {
    /// How an edge came to be.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum EdgeOrigin {
        /// A person (or bootstrap) wrote it.
        Declared = "declared",
        /// Resolved imports between files that the two nodes own.
        Import = "import",
        /// An annotation in a file that another node owns.
        Annotation = "annotation",
    }
}
