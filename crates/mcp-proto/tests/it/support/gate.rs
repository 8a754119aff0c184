//! A tool that holds its thread until it is let go.

use std::sync::{Arc, Condvar, Mutex};

use mcp_proto::{CallContext, JsonObject, Tool, ToolFault, ToolOutcome, ToolResult};

/// Opens once, for handlers that block their thread until a test lets them go.
#[derive(Clone, Default)]
pub(crate) struct Gate(Arc<(Mutex<(bool, u32)>, Condvar)>);

impl Gate {
    pub(crate) fn open(&self) {
        self.0.0.lock().unwrap().0 = true;
        self.0.1.notify_all();
    }

    /// Tells that somebody has come.
    pub(crate) fn arrive(&self) {
        self.0.0.lock().unwrap().1 += 1;
        self.0.1.notify_all();
    }

    /// Blocks until the gate is open.
    pub(crate) fn pass(&self) {
        self.arrive();
        let state = self.0.0.lock().unwrap();
        drop(self.0.1.wait_while(state, |state| !state.0).unwrap());
    }

    /// Blocks until so many wait at the gate or have passed it.
    pub(crate) fn wait_for(&self, arrived: u32) {
        let state = self.0.0.lock().unwrap();
        drop(
            self.0
                .1
                .wait_while(state, |state| state.1 < arrived)
                .unwrap(),
        );
    }
}

/// A tool that blocks its thread.
pub(crate) struct Blocks(pub(crate) Gate);

impl Tool for Blocks {
    fn description(&self) -> &str {
        "Blocks its thread"
    }

    async fn call(&self, _: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        self.0.pass();
        Ok(ToolResult::text("passed").into())
    }
}
