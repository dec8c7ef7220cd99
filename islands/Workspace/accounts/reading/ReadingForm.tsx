import { Refusal } from "../../../../contract/errors.ts";
import { textLimits } from "../../../../contract/limits/text.ts";
import type { Security } from "../../../../contract/sending/providers.ts";
import { type ReadingTexts, readingTexts } from "../../../../contract/texts/workspace/reading.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import type { ReadingProps } from "./readingProps.ts";

/** The values as typed: every field is text. */
type Values = { host: string; port: string; security: Security; user: string; password: string };

/** The mailbox's server and sign-in. With a password, the server signs in before the settings are saved. */
export function ReadingForm({ credential, reading, onDone }: ReadingProps) {
  const texts = useTexts(readingTexts);
  const { announce } = useWorkspace();
  const isNamed = credential.provider === "smtp";
  const saving = useServerForm<Values>({
    defaultValues: {
      host: proposedHost(reading),
      port: String(reading.port ?? ""),
      security: reading.security ?? "tls",
      user:
        credential.user === reading.user || credential.appEmail === reading.user ? "" : (reading.user ?? ""),
      password: "",
    },
    faults: (values) => (isNamed ? faultsIn(values, texts) : []),
    async send({ host, port, security, user, password }) {
      const place = isNamed ? { host: host.trim(), port: Number(port), security, user: user.trim() } : {};
      const params = { id: credential._id };
      try {
        await browserClient("PUT /amplify/auth/credentials/{id}/reading", {
          params,
          body: { ...place, password },
        });
        announce("sent", texts.on(credential.appEmail));
        onDone();
      } catch (error) {
        // A stored password is only sent to the server that it was entered for.
        if (!(error instanceof Refusal && error.code === "password_required")) throw error;
        saving.form.setError("password", { message: error.message }, { shouldFocus: true });
      }
    },
  });
  const isOff = reading.state === "off";
  const isByAccount = !isNamed && reading.needs === "nothing";
  return (
    <Form of={saving} word={isOff ? texts.turnOn : texts.save} busyWord={texts.signingIn} onCancel={onDone}>
      {isNamed ? <ServerFields saving={saving} /> : null}
      {isByAccount ? <p className="muted">{texts.byPassword(reading.host ?? "")}</p> : null}
      {isByAccount ? null : (
        <Field
          label={texts.password}
          type="password"
          // A password manager must not put the person's own sign-in password here.
          autoComplete="new-password"
          maxLength={textLimits.appPasswordMax}
          hint={passwordHint(texts, { isOff, needs: reading.needs })}
          {...saving.field("password")}
        />
      )}
    </Form>
  );
}

/** The likely IMAP host for an SMTP host: imap.… for smtp.…; it can be changed. */
function proposedHost({ state, host }: ReadingProps["reading"]): string {
  return (state === "off" ? host?.replace(/^smtp\./i, "imap.") : host) ?? "";
}

function ServerFields({ saving }: { saving: ReturnType<typeof useServerForm<Values>> }) {
  const texts = useTexts(readingTexts);
  return (
    <>
      <div className="field-pair">
        <Field label={texts.host} autoComplete="off" spellCheck={false} required {...saving.field("host")} />
        <Field label={texts.port} inputMode="numeric" autoComplete="off" required {...saving.field("port")} />
      </div>
      <SelectField label={texts.security} {...saving.field("security")}>
        <option value="tls">{texts.tls}</option>
        <option value="starttls">{texts.starttls}</option>
        <option value="none">{texts.noEncryption}</option>
      </SelectField>
      <Field
        label={texts.userName}
        autoComplete="off"
        spellCheck={false}
        hint={texts.userNameHint}
        {...saving.field("user")}
      />
    </>
  );
}

function passwordHint(
  { passwordHint: hints }: ReadingTexts,
  { isOff, needs }: { isOff: boolean; needs: string },
) {
  if (needs === "password") return hints.needed;
  return isOff ? hints.account : hints.stored;
}

function faultsIn({ host, port }: Values, { faults }: ReadingTexts) {
  const number = Number(port);
  const isPort = Number.isInteger(number) && number >= 1 && number <= textLimits.portMax;
  return [
    ...(host.trim() === "" ? [{ field: "host" as const, message: faults.host }] : []),
    ...(isPort ? [] : [{ field: "port" as const, message: faults.port }]),
  ];
}
