//! The Model Context Protocol for any program.
//!
//! **Must never know:** buildings, or any other subject of the program that uses it.
