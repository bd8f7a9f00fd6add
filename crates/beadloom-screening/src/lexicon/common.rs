//! What orders have in common in every language: names of files, settings and marks of addresses.

use super::class::{Class::*, Lexicon};

pub(super) const LEXICON: Lexicon = Lexicon {
    spaced: true,
    inflected: true,
    users: "",
    tools: "",
    words: &[
        (
            SecretPlace,
            ".ssh|.aws|.env|.netrc|id_rsa|id_ed25519|id_ecdsa|.kube/config|kubeconfig|.npmrc|.pypirc|.git-credentials|credentials.json|/etc/passwd|/etc/shadow|.gnupg|mcp.json|.pgpass|.docker/config|wallet.dat|.bash_history|.zsh_history|printenv|.config/gh|aws credentials|aws 凭证|aws 認証",
        ),
        (
            AgentFile,
            "claude.md|agents.md|gemini.md|.cursorrules|.cursor/rules|copilot-instructions.md|.clinerules|.windsurfrules|memory.md",
        ),
        (
            SkipSetting,
            "dangerouslyskippermissions|dangerously-skip-permissions|--yolo|bypasspermissions|autoapprove|auto-approve|alwaysallow|always_allow|skip_permissions|skippermissions|yolo mode|yolo-mode|--full-auto|danger-full-access|approval_policy|permission-mode bypass",
        ),
        (
            SystemPart,
            "crontab|authorized_keys|.bashrc|.zshrc|.bash_profile|/etc/sudoers|launchd|launchagents|cron job|cronjob|/etc/hosts",
        ),
        (Beacon, "?d=|?q=|?data=|?c=|?x=|?s=|?p=|?t=|?k=|.gif?|.png?|.jpg?|pixel"),
    ],
};
