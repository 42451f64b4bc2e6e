//! What a worker of a subscription may send to the port: headers, options, acknowledgements. First byte = how long the
//! pieces are in which it arrives. Whatever they are, the messages are the same.
#![no_main]

use rookery_api::subscriptions::fuzz_messages;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some((step, bytes)) = data.split_first() {
        assert_eq!(fuzz_messages(bytes, usize::from(*step)), fuzz_messages(bytes, bytes.len()));
    }
});
