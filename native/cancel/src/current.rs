//! The token of a thread, for callbacks without arguments.

use std::cell::RefCell;
use std::marker::PhantomData;

use crate::token::CancelToken;

thread_local! {
    static CURRENT: RefCell<Option<CancelToken>> = const { RefCell::new(None) };
}

/// While this lives, its token is the thread's current one; afterwards the one before it.
#[derive(Debug)]
#[must_use = "the token is current only while this lives"]
pub struct Entered {
    before: Option<CancelToken>,
    /// It belongs to the thread that entered.
    not_send: PhantomData<*const ()>,
}

impl CancelToken {
    /// Makes this the thread's current token.
    pub fn enter(&self) -> Entered {
        let before = CURRENT.with_borrow_mut(|current| current.replace(self.clone()));
        Entered { before, not_send: PhantomData }
    }

    /// The thread's current token; one that is never cancelled by default.
    pub fn current() -> Self {
        CURRENT.with_borrow(|current| current.clone()).unwrap_or_default()
    }

    /// Whether the thread's current token is cancelled.
    pub fn is_current_cancelled() -> bool {
        CURRENT.with_borrow(|current| current.as_ref().is_some_and(Self::is_cancelled))
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        let before = self.before.take();
        let ended = CURRENT.with_borrow_mut(|current| std::mem::replace(current, before));
        drop(ended);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_before_comes_back() {
        assert!(!CancelToken::is_current_cancelled());
        let (outer, inner) = (CancelToken::new(), CancelToken::new());
        let entered = outer.enter();
        inner.cancel();
        {
            let _entered = inner.enter();
            assert!(CancelToken::is_current_cancelled());
        }
        assert!(!CancelToken::is_current_cancelled());
        outer.cancel();
        assert!(CancelToken::is_current_cancelled() && CancelToken::current() == outer);
        drop(entered);
        assert!(!CancelToken::current().is_cancelled());
    }
}
