//! Random edits, renames, deletions, folders, ignore files and branches.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use beadloom_index::Watch;

use crate::watch::project::Watched;

/// A generator that needs no crate: splitmix64, as published by Sebastiano Vigna.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % bound as u64).unwrap()
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A folder, up to three deep; few, so that they meet again.
    fn folder(&mut self) -> PathBuf {
        let depth = self.below(4);
        (0..depth).map(|_| self.pick(&["a", "b", "dist", "lib"])).collect()
    }

    fn file(&mut self) -> PathBuf {
        let name = self.pick(&["x.py", "y.py", "z.ts", "note.md", "trace.log", "package.json", "data.bin"]);
        self.folder().join(name)
    }
}

fn git(root: &Path, args: &[&str]) -> bool {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]);
    git.args(args).current_dir(root).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git.output().unwrap().status.success()
}

fn write(path: &Path, text: &str) {
    // What lies in the way is part of the game.
    let _ = path.parent().map(fs::create_dir_all);
    let _ = fs::write(path, text);
}

fn change(random: &mut Random, root: &Path, branches: &mut usize) {
    let (file, folder) = (root.join(random.file()), root.join(random.folder()));
    match random.below(16) {
        0..=4 => write(&file, &format!("def f{}(): pass\n", random.below(10))),
        5 => {
            // As most editors save.
            let beside = file.with_extension("swp");
            write(&beside, &format!("def saved{}(): pass\n", random.below(10)));
            let _ = fs::rename(beside, &file);
        }
        6 => drop(fs::remove_file(&file)),
        7 => drop(fs::rename(&file, root.join(random.file()))),
        8 => drop(fs::create_dir_all(&folder)),
        9 if folder != root => drop(fs::remove_dir_all(&folder)),
        10 if folder != root => drop(fs::rename(&folder, root.join(random.folder()))),
        11 => {
            let rules = random.pick(&["*.log\n", "a/\n", "!a/\nx.py\n", "lib\n", ""]);
            write(&folder.join(random.pick(&[".gitignore", ".ignore", ".beadloomignore"])), rules);
        }
        12 => drop(fs::remove_file(folder.join(".gitignore"))),
        13 => {
            let _ = fs::remove_file(&file);
            let _ = std::os::unix::fs::symlink(root.join(random.file()), &file);
        }
        14 => {
            *branches += 1;
            git(root, &["add", "-A"]);
            git(root, &["commit", "-q", "--allow-empty", "-m", "a branch"]);
            git(root, &["branch", &format!("b{branches}")]);
        }
        _ => {
            if *branches > 0 {
                let branch = format!("b{}", 1 + random.below(*branches));
                git(root, &["checkout", "-q", "-f", &branch]);
            }
        }
    }
}

fn check(seed: u64, steps: usize, watch: fn(&Path) -> Watch) {
    println!("seed {seed}");
    let mut random = Random(seed);
    let mut watched = Watched::with(watch);
    git(&watched.root(), &["init", "-q", "-b", "main"]);
    watched.settle("at first");
    let (mut branches, mut skipped) = (0, 0);
    for step in 0..steps {
        for _ in 0..1 + random.below(5) {
            change(&mut random, &watched.root(), &mut branches);
        }
        watched.assert_as_fresh(&format!("seed {seed}, step {step}"));
        // Now at once, now after a while: what is known of the files differs.
        if random.below(3) == 0 {
            std::thread::sleep(Duration::from_millis(30));
            watched.bring_up_to_date();
            skipped += usize::from(!watched.bring_up_to_date());
        }
    }
    // Otherwise nothing of all that was about the watch.
    watched.settle("at the end");
    println!("{skipped} calls had nothing to look at");
}

#[test]
fn random_edits_are_seen_with_a_fixed_seed() {
    check(1, 150, |root| Watch::new(root));
}

#[test]
fn random_edits_are_seen_by_what_other_systems_have() {
    check(2, 60, |root| Watch::by_notify(root, 10_000));
}

/// `BEADLOOM_SEED=7` runs one again.
#[test]
fn random_edits_are_seen_with_a_random_seed() {
    let given = std::env::var("BEADLOOM_SEED").ok().and_then(|text| text.parse().ok());
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    check(given.unwrap_or_else(|| u64::from(time.subsec_nanos())), 50, |root| Watch::new(root));
}
