//! Input from an older client, which is asked while its request waits (LEG-13, LEG-20, LEG-21).

use crate::capability::ClientCapabilities;
use crate::connection::Shared;
use crate::context::CallContext;
#[cfg(feature = "http")]
use crate::http::{Bridge, MOST_ROUNDS, ask};
use crate::input::InputRequired;

/// What is told to a client that would have to be asked for something (LEG-13).
const CANNOT_ASK: &str = "This needs input that this client cannot be asked for";

/// How often the client was asked for one request.
#[derive(Default)]
pub(super) struct Rounds {
    #[cfg(feature = "http")]
    asked: usize,
}

/// What a client is taken to be able to do.
pub(super) fn assumed(shared: &Shared) -> ClientCapabilities {
    #[cfg(feature = "http")]
    if bridge(shared).is_some() {
        return Bridge::assumed();
    }
    let _ = shared;
    ClientCapabilities::none()
}

#[cfg(feature = "http")]
fn bridge(shared: &Shared) -> Option<&std::sync::Arc<Bridge>> {
    shared.peer.http.as_ref()?.bridge.as_ref()
}

impl Rounds {
    /// Gets what a handler needs, so that it can be called again. The error is a text for the
    /// client.
    #[cfg(feature = "http")]
    pub(super) async fn ask(
        &mut self,
        shared: &Shared,
        cx: &mut CallContext,
        needed: &InputRequired,
    ) -> Result<(), String> {
        let Some(bridge) = bridge(shared) else {
            return Err(CANNOT_ASK.to_owned());
        };
        if self.asked >= MOST_ROUNDS {
            return Err(format!(
                "This asked for input {MOST_ROUNDS} times without an end"
            ));
        }
        self.asked += 1;
        let answers = ask(shared, bridge, needed).await;
        cx.answers = answers.map_err(|method| format!("The client did not answer {method}"))?;
        cx.state = needed.sealed().and_then(|sealed| cx.opened(sealed));
        Ok(())
    }

    /// Only HTTP has a way to ask.
    #[cfg(not(feature = "http"))]
    pub(super) async fn ask(
        &mut self,
        _: &Shared,
        _: &mut CallContext,
        _: &InputRequired,
    ) -> Result<(), String> {
        Err(CANNOT_ASK.to_owned())
    }
}
