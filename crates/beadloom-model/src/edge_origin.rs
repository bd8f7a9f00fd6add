//! Where an edge comes from.

crate::named! {
    /// How an edge came to be.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum EdgeOrigin {
        /// A person (or bootstrap) wrote it.
        Declared = "declared",
        /// The code of the two nodes: imports between their files, implemented interfaces, used entities.
        Code = "code",
        /// An annotation in a file that another node owns.
        Annotation = "annotation",
    }
}
