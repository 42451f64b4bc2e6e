//! Figures as texts. Sizes of files and rates are decimal (1 MB = 1,000,000 bytes); block sizes are binary.

/// Nanoseconds as a time with two or three digits.
pub(crate) fn time(nanoseconds: u64) -> String {
    let value = nanoseconds as f64;
    match nanoseconds {
        0..1_000 => format!("{nanoseconds} ns"),
        1_000..1_000_000 => scaled(value / 1e3, "µs"),
        1_000_000..1_000_000_000 => scaled(value / 1e6, "ms"),
        _ => scaled(value / 1e9, "s"),
    }
}

fn scaled(value: f64, unit: &str) -> String {
    let digits = if value < 9.95 { 1 } else { 0 };
    format!("{value:.digits$} {unit}")
}

/// A number of bytes.
pub(crate) fn bytes(count: u64) -> String {
    let value = count as f64;
    match count {
        0..1_000 => format!("{count} bytes"),
        1_000..1_000_000 => scaled(value / 1e3, "KB"),
        1_000_000..1_000_000_000 => scaled(value / 1e6, "MB"),
        _ => scaled(value / 1e9, "GB"),
    }
}

/// Bytes per second.
pub(crate) fn rate(per_second: f64) -> String {
    format!("{}/s", bytes(per_second.max(0.0).round() as u64))
}

/// A block size: `4 KB` is 4096 bytes.
pub(crate) fn block(size: u32) -> String {
    match size {
        size if size.is_multiple_of(1 << 20) => format!("{} MB", size >> 20),
        size => format!("{} KB", size >> 10),
    }
}

/// A count with commas between thousands.
pub(crate) fn count(value: f64) -> String {
    let digits = format!("{:.0}", value.max(0.0));
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_two_or_three_digits_and_a_unit() {
        let times = [999, 1_000, 38_400, 1_940_000, 14_000_000, 1_200_000_000].map(time);
        assert_eq!(times, ["999 ns", "1.0 µs", "38 µs", "1.9 ms", "14 ms", "1.2 s"]);
        assert_eq!(
            [999, 4_096, 250_000_000, 1_500_000_000].map(bytes),
            ["999 bytes", "4.1 KB", "250 MB", "1.5 GB"]
        );
        assert_eq!(rate(250_400_000.0), "250 MB/s");
        assert_eq!([4096, 12 << 10, 1 << 20].map(block), ["4 KB", "12 KB", "1 MB"]);
        assert_eq!([7.0, 520.4, 12_345.0, 1_000_000.0].map(count), ["7", "520", "12,345", "1,000,000"]);
    }
}
