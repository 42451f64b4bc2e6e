//! The strategies with which a worker opens a subscription.

/// What to do when another worker uses the subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strategy {
    /// Refuse the new one.
    #[default]
    OpenIfFree,
    /// End the other one.
    TakeOver,
    /// Wait for the other one's end.
    WaitForFree,
    /// Share the documents.
    Concurrent,
}

impl Strategy {
    /// The protocol's word.
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenIfFree => "OpenIfFree",
            Self::TakeOver => "TakeOver",
            Self::WaitForFree => "WaitForFree",
            Self::Concurrent => "Concurrent",
        }
    }
}
