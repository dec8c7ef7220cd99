import { issueDetail, reasonOfIssue } from "../../contract/reasons.ts";
import type { SettingFault, SettingRule } from "../../contract/texts/terminal/installation.ts";

/** How a schema says which rule of ours a setting breaks: an issue of zod's has room for a text alone. */
export function ruleText(rule: SettingRule, bound = 0): string {
  return JSON.stringify({ code: "setting_rule", params: { rule, bound } });
}

/** What an issue says: that rule, or a rule of zod's own in its words. */
export function settingFaultIn(text: string): SettingFault {
  const cause = reasonOfIssue(text);
  return cause?.code === "setting_rule" ? (cause.params as SettingFault) : { detail: issueDetail(text) };
}
