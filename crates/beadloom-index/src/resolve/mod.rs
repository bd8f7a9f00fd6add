//! Imports resolved to files of the project, packages of the workspace, or nothing (external).
