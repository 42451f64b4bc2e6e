//! A connection's bytes: reports progress to the [`Connection`], and ends when it is closed.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::connections::{Connection, Membership};

/// A TCP stream that counts as one of the open connections for as long as it exists, also after an upgrade.
#[derive(Debug)]
pub struct WatchedStream {
    stream: TcpStream,
    membership: Membership,
}

impl WatchedStream {
    /// Watches a stream.
    pub fn new(stream: TcpStream, membership: Membership) -> Self {
        Self { stream, membership }
    }

    fn connection(&self) -> &Connection {
        &self.membership.connection
    }

    /// `pending`, unless the connection must end: then an error. Registers to be woken for that.
    fn waiting<T>(&self, context: &Context<'_>) -> Poll<io::Result<T>> {
        self.connection().register(context.waker());
        match self.connection().is_closed() {
            true => Poll::Ready(Err(closed())),
            false => Poll::Pending,
        }
    }

    fn written(&self, written: Poll<io::Result<usize>>, context: &Context<'_>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Pending => {
                self.connection().blocked();
                self.waiting(context)
            }
            ready => {
                self.connection().sent();
                ready
            }
        }
    }
}

fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the client took too long, or other connections needed the place")
}

impl AsyncRead for WatchedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.connection().is_closed() {
            return Poll::Ready(Err(closed()));
        }
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Pending => self.waiting(context),
            ready => {
                self.connection().received();
                ready
            }
        }
    }
}

impl AsyncWrite for WatchedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.written(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
