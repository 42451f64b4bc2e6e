//! Fields of the texts in `/proc/PID`.

use super::outcome::Outcome;

/// Real, effective and saved id of a status line, each equal to ours.
pub fn require_same(
    status: &str,
    key: &str,
    ours: u32,
    code: &'static str,
    what: &str,
) -> Result<(), Outcome> {
    let [real, effective, saved, _of_files] = numbers(status, key)?;
    if [real, effective, saved] == [ours; 3] {
        return Ok(());
    }
    let theirs = format!("{what} {real} (effective {effective}, saved {saved})");
    Err(Outcome::refused(code, format!("the process runs as {theirs} and the caller is {what} {ours}")))
}

/// The numbers of a status line with exactly the expected count.
pub fn numbers<const COUNT: usize>(status: &str, key: &str) -> Result<[u32; COUNT], Outcome> {
    let line = status.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
    let numbers: Option<Vec<u32>> = line.split_whitespace().map(|number| number.parse().ok()).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| {
        let because = format!("/proc/PID/status has no {key} line of {COUNT} numbers");
        Outcome::refused("unreadable-proc", because)
    })
}

/// A field of a `stat` line, by its number in proc(5), from the third on. The second, the name in
/// parentheses, may itself hold parentheses and spaces.
pub fn stat_field(stat: &str, number: usize) -> Option<&str> {
    let (_, from_the_third) = stat.rsplit_once(") ")?;
    from_the_third.split(' ').nth(number - 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stat_line_is_split_around_any_name() {
        let line = "7 (a) b (c)) S 1 7 7 0 -1 4194560 1 0 0 0 3 4 0 0 20 0 9 0 55555 1 2 3\n";
        assert_eq!([3, 4, 22].map(|number| stat_field(line, number)), [Some("S"), Some("1"), Some("55555")]);
        assert_eq!(stat_field("7 nonsense", 3), None);
        assert_eq!(stat_field("7 (a) S 1", 22), None);
    }

    #[test]
    fn one_differing_id_of_three_is_enough_to_refuse() {
        let status = "Name:\tx\nUid:\t1000\t1000\t0\t1000\nGid:\t1000\t1000\t1000\t1000\n";
        assert_eq!(require_same(status, "Uid:", 1000, "other-user", "user").unwrap_err().code, "other-user");
        assert!(require_same(status, "Gid:", 1000, "other-group", "group").is_ok());
        assert_eq!(
            require_same("Uid:\t1000\n", "Uid:", 1000, "other-user", "user").unwrap_err().code,
            "unreadable-proc"
        );
    }

    #[test]
    fn a_line_of_numbers_has_exactly_the_requested_count() {
        assert_eq!(numbers("Name:\tx\nNSpid:\t70\t1\n", "NSpid:"), Ok([70, 1]));
        for (status, key) in
            [("NSpid:\t70\t1\n", "NSpid:"), ("TracerPid:\t-1\n", "TracerPid:"), ("Name:\tx\n", "NSpid:")]
        {
            assert_eq!(numbers::<1>(status, key).unwrap_err().code, "unreadable-proc");
        }
    }
}
