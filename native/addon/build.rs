//! Tells the linker that Node-API symbols come from the process that loads the module.

fn main() {
    napi_build::setup();
}
