//! zstd as bodies use it: contexts that each thread keeps, with and without a dictionary.
//!
//! A body with a dictionary is a zstd frame without dictionary id, checksum, content size and the four magic
//! bytes of every frame: the stored value's header has all of that already.

use std::cell::RefCell;

use zstd::zstd_safe::{CCtx, CParameter, DCtx, compress_bound, get_error_name};

use super::dictionary::Dictionary;

/// zstd level of bodies without a dictionary.
pub(crate) const PLAIN_LEVEL: i32 = 3;
/// The magic bytes of every zstd frame.
const MAGIC: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();
/// A zstd block holds at most 128 KiB and takes at least three bytes: a higher ratio is not valid.
const MOST_PER_BYTE: usize = 44_000;
/// A buffer larger than this is released.
const KEPT_BUFFER: usize = 1 << 20;

thread_local! {
    static PACKER: RefCell<Packer> = RefCell::new(Packer::new());
    static UNPACKER: RefCell<Unpacker> = RefCell::new(Unpacker::new());
}

struct Packer {
    context: CCtx<'static>,
    buffer: Vec<u8>,
}

struct Unpacker {
    context: DCtx<'static>,
    buffer: Vec<u8>,
}

/// Packs a body; `use_packed` sees the bytes in this thread's buffer.
pub(crate) fn pack<T>(
    body: &[u8],
    dictionary: Option<&Dictionary>,
    use_packed: impl FnOnce(&[u8]) -> T,
) -> Result<T, String> {
    PACKER.with_borrow_mut(|packer| {
        let packed = packer.pack(body, dictionary);
        let result = packed.map(|()| {
            let skip = if dictionary.is_some() { MAGIC.len() } else { 0 };
            use_packed(&packer.buffer[skip..])
        });
        if packer.buffer.capacity() > KEPT_BUFFER {
            packer.buffer = Vec::new();
        }
        result
    })
}

/// Unpacks a body of `length` bytes.
pub(crate) fn unpack(
    packed: &[u8],
    length: usize,
    dictionary: Option<&Dictionary>,
) -> Result<Vec<u8>, String> {
    if length > packed.len().saturating_mul(MOST_PER_BYTE) {
        return Err(format!("{} bytes cannot hold the content of {length}", packed.len()));
    }
    let mut body = Vec::new();
    body.try_reserve_exact(length).map_err(|_| format!("there is no memory for its {length} bytes"))?;
    UNPACKER.with_borrow_mut(|unpacker| {
        let done = match dictionary {
            None => unpacker.context.decompress(&mut body, packed).map_err(name),
            Some(dictionary) => unpacker.unpack(packed, dictionary, &mut body),
        };
        if unpacker.buffer.capacity() > KEPT_BUFFER {
            unpacker.buffer = Vec::new();
        }
        done
    })?;
    match body.len() == length {
        true => Ok(body),
        false => Err(format!("it unpacks to {} bytes instead of {length}", body.len())),
    }
}

impl Packer {
    fn new() -> Self {
        let mut context = CCtx::create();
        for parameter in [
            CParameter::CompressionLevel(PLAIN_LEVEL),
            CParameter::ContentSizeFlag(false),
            CParameter::ChecksumFlag(false),
            CParameter::DictIdFlag(false),
        ] {
            context.set_parameter(parameter).expect("zstd accepts these parameters and their values");
        }
        Self { context, buffer: Vec::new() }
    }

    fn pack(&mut self, body: &[u8], dictionary: Option<&Dictionary>) -> Result<(), String> {
        self.buffer.clear();
        self.buffer.reserve(compress_bound(body.len()));
        let Some(dictionary) = dictionary else {
            return self.context.compress2(&mut self.buffer, body).map(|_| ()).map_err(name);
        };
        self.context.ref_cdict(dictionary.for_packing()?).map_err(name)?;
        let packed = self.context.compress2(&mut self.buffer, body);
        // The context must not point to a dictionary that may be dropped before its next use.
        self.context.disable_dictionary().map_err(name)?;
        packed.map_err(name)?;
        match self.buffer.starts_with(&MAGIC) {
            true => Ok(()),
            false => Err("zstd made a frame without its magic bytes".to_owned()),
        }
    }
}

impl Unpacker {
    fn new() -> Self {
        Self { context: DCtx::create(), buffer: Vec::new() }
    }

    fn unpack(
        &mut self,
        packed: &[u8],
        dictionary: &Dictionary,
        body: &mut Vec<u8>,
    ) -> Result<usize, String> {
        self.buffer.clear();
        self.buffer.extend_from_slice(&MAGIC);
        self.buffer.extend_from_slice(packed);
        let prepared = dictionary.for_unpacking()?;
        self.context.decompress_using_ddict(body, &self.buffer, prepared).map_err(name)
    }
}

fn name(code: usize) -> String {
    get_error_name(code).to_owned()
}
