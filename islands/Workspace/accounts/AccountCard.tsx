import { normalAddress, parseAlias } from "../../../contract/address.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { isConnected } from "../../../contract/sending/credentialTypes.ts";
import { providerTexts } from "../../../contract/texts/providers.ts";
import { accountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useWords } from "../../_data/useWords.ts";
import { Badge } from "../../_parts/Badge.tsx";
import { later } from "../../_parts/later.tsx";
import { ProgressBar } from "../../_parts/ProgressBar.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { together } from "../../_parts/together.ts";
import { withStyles } from "../../_runtime/withStyles.ts";
import { AccountActions, type AccountDialogs } from "./AccountActions.tsx";
import { ResumeAccount } from "./ResumeAccount.tsx";
import { stateBadge, stateSentence } from "./stateSentence.ts";
import { WhenSeen } from "./WhenSeen.tsx";

const AccountDetail = later(
  () => withStyles(["account-detail", "day-bars"], () => import("./detail/AccountDetail.tsx")),
  { meanwhile: <SkeletonRows rows={4} /> },
);

const ReadingPart = later(() => import("./reading/ReadingPart.tsx"), {
  meanwhile: <div className="account-reading" />,
});

/** One account: its name, its state in a sentence, and today's use as a bar. */
export function AccountCard({ credential, ...dialogs }: AccountDialogs & { credential: Credential }) {
  const texts = useTexts(accountTexts);
  const providers = useTexts(providerTexts);
  const words = useWords();
  const { word, status } = stateBadge(credential, texts);
  const isSandbox = credential.provider === "sandbox";
  return (
    <li className="card account-card">
      <div className="account-head">
        <AccountName sender={credential.sender} />
        <Badge status={status}>{word}</Badge>
      </div>
      <p className="muted">
        {texts.connectedBy({
          provider: providers[credential.provider],
          server: credential.host === null ? null : `${credential.host}:${credential.port ?? ""}`,
          withPermission: isConnected(credential),
        })}
      </p>
      <AliasNote credential={credential} />
      <p>{stateSentence(credential, words, texts)}</p>
      <ResumeAccount credential={credential} onEdit={dialogs.onEdit} />
      <TodaysUse credential={credential} />
      <WhenSeen className={isSandbox ? "account-detail-place" : "account-detail-place with-domain"}>
        <AccountDetail credential={credential} />
      </WhenSeen>
      {isSandbox ? (
        <p>
          <a href="/sandbox">{texts.openSandbox}</a>
        </p>
      ) : (
        <ReadingPart credential={credential} />
      )}
      <AccountActions credential={credential} {...dialogs} />
    </li>
  );
}

/** What recipients see: the name, and below it the address. */
function AccountName({ sender }: Pick<Credential, "sender">) {
  const [, name, address] = /^(.+) <([^<>]+)>$/s.exec(sender) ?? [];
  if (name === undefined) return <h3>{sender}</h3>;
  return (
    <h3>
      <bdi>{name}</bdi>{" "}
      {/* Separates name and address for screen readers; visually they are on separate lines. */}
      <span className="account-address">
        <span className="visually-hidden">&lt;</span>
        {address}
        <span className="visually-hidden">&gt;</span>
      </span>
    </h3>
  );
}

/** An older account may have an alias that is used only in part, so what is actually sent is shown. */
function AliasNote({ credential: { alias, appEmail, sender, displayName } }: { credential: Credential }) {
  const texts = useTexts(accountTexts);
  const named = parseAlias(alias);
  if (named === null || displayName !== null) return null;
  const address = /<([^<>]+)>$/.exec(sender)?.[1] ?? "";
  if (sender.startsWith(`${named.name} <`) && normalAddress(address) === named.address) return null;
  return (
    <p className="muted">{together(texts.aliasUnused({ alias: <bdi>{alias}</bdi>, email: appEmail }))}</p>
  );
}

function TodaysUse({ credential }: { credential: Credential }) {
  const texts = useTexts(accountTexts);
  const { sentToday, perDay, perDayNow, perMinute, gapMs, connections } = credential;
  const pace = [
    perMinute === null ? "" : texts.pace.perMinute(perMinute),
    gapMs === 0 ? "" : texts.pace.gap(gapMs / 1_000),
    connections === null ? "" : texts.pace.connections(connections),
    perDayNow !== perDay && perDayNow !== null ? texts.pace.rampingUp(perDayNow) : "",
  ].filter(Boolean);
  return (
    <>
      {perDayNow === null ? (
        <p className="muted">{texts.sentToday(sentToday)}</p>
      ) : (
        <ProgressBar
          label={texts.sentOfToday({ sent: sentToday, max: perDayNow })}
          value={Math.min(sentToday, perDayNow)}
          max={perDayNow}
        />
      )}
      {pace.length === 0 ? null : <p className="muted account-pace">{sentence(pace.join(", "))}</p>}
    </>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
