//! Contents of attachments as texts.

use std::rc::Rc;

use rquickjs::{Ctx, Exception, Function, Object, String as Text};

use super::host_bridge::{HostBridge, call_host};
use super::text_encoding::{Encoding, decode};

/// Adds `attachmentText(id, name, encoding)`: the text, null when there is no such attachment.
pub(super) fn add<'js>(ctx: &Ctx<'js>, bridge: &Rc<HostBridge>, host: &Object<'js>) -> rquickjs::Result<()> {
    let bridge = bridge.clone();
    let text = move |ctx: Ctx<'js>, id: String, name: String, encoding: String| {
        let Some(encoding) = Encoding::named(&encoding) else {
            return Err(Exception::throw_type(
                &ctx,
                &format!(
                    "getContentAsString(encoding): '{encoding}' is not an encoding. Known are {}.",
                    Encoding::NAMES
                ),
            ));
        };
        let content = call_host(&ctx, bridge.call_host(|host| host.attachment(&id, &name)))?;
        content.map(|content| Text::from_str(ctx.clone(), &decode(&content, encoding))).transpose()
    };
    host.set("attachmentText", Function::new(ctx.clone(), text)?)
}
