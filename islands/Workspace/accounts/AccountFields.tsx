import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { asksPasswordAgain, type SignIn } from "../../../contract/identity/asksPasswordAgain.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { isConnected } from "../../../contract/sending/credentialTypes.ts";
import { type ProviderKey, providerKeys } from "../../../contract/sending/providers.ts";
import { providerHelpTexts } from "../../../contract/texts/providerHelp.ts";
import { providerTexts } from "../../../contract/texts/providers.ts";
import { accountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { rechecks } from "../../_data/rechecks.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Field } from "../../_parts/fields/Field.tsx";
import { SelectField } from "../../_parts/fields/SelectField.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import type { AccountValues } from "./accountValues.ts";
import { type HelpLink, passwordHelp, providerHelp } from "./providerHelp.ts";
import { SenderFields } from "./SenderFields.tsx";

/** The fields that this provider needs, and no others. */
export function AccountFields({
  form,
  provider,
  onProvider,
  credential,
  children,
}: {
  form: UseFormReturn<AccountValues>;
  provider: ProviderKey;
  onProvider: (provider: ProviderKey) => void;
  credential: Credential | undefined;
  /** Shown below the choice of a provider: another way to connect it. */
  children?: ReactNode;
}) {
  const texts = useTexts(accountTexts);
  const names = useTexts(providerTexts);
  const helps = useTexts(providerHelpTexts);
  const { register, formState } = form;
  const values = useWatch({ control: form.control });
  const isMoved = credential !== undefined && asksPasswordAgain(credential, signInOf(values));
  const { person } = useWorkspace();
  const help = providerHelp(provider, { connects: person.connectsMicrosoft === true }, helps);
  const password = passwordHelp(provider, { isEditing: credential !== undefined, isMoved }, helps);
  const byVisit = credential !== undefined && isConnected(credential);
  return (
    <>
      <div>
        <SelectField
          label={texts.form.provider}
          value={provider}
          disabled={credential !== undefined}
          hint={credential === undefined ? help.text : texts.form.providerLocked}
          onChange={(event) => onProvider(event.target.value as ProviderKey)}
        >
          {providerKeys.map((key) => (
            <option key={key} value={key}>
              {names[key]}
            </option>
          ))}
        </SelectField>
        {credential === undefined ? <ProviderLinks links={help.links} /> : null}
      </div>
      {children}
      <Field
        label={texts.form.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        readOnly={byVisit}
        hint={byVisit ? texts.form.emailConnected[provider === "outlook" ? provider : "google"] : undefined}
        error={formState.errors.appEmail?.message}
        maxLength={textLimits.emailMax}
        {...register("appEmail", rechecks(form, ["appPassword", "senderName", "senderAddress"]))}
      />
      {provider === "smtp" ? <ServerFields form={form} /> : null}
      {byVisit || provider === "sandbox" ? null : (
        <div>
          <Field
            label={provider === "smtp" ? texts.form.password : texts.form.appPassword}
            type="password"
            // A password manager must not put the person's own sign-in password here.
            autoComplete="new-password"
            maxLength={textLimits.appPasswordMax}
            hint={password.text}
            error={formState.errors.appPassword?.message}
            {...register("appPassword")}
          />
          <ProviderLinks links={password.links} />
        </div>
      )}
      <SenderFields form={form} provider={provider} credential={credential} />
    </>
  );
}

/** The server that the form would sign in to, as typed. */
function signInOf(values: Partial<AccountValues>): SignIn {
  const { appEmail = "", host = "", port = "", security = null, user = "", provider } = values;
  const isNamed = provider === "smtp";
  return {
    appEmail: appEmail.trim(),
    host: isNamed ? host.trim() : null,
    port: isNamed ? Number(port) : null,
    security: isNamed ? security : null,
    user: isNamed ? user.trim() : null,
  };
}

function ServerFields({ form }: { form: UseFormReturn<AccountValues> }) {
  const texts = useTexts(accountTexts);
  const { register, formState } = form;
  // If the server is changed back, the password is not required again after all.
  const signIn = rechecks(form, ["appPassword"]);
  const { host, port } = formState.errors;
  return (
    <>
      <div className="field-pair">
        <Field
          label={texts.form.host}
          autoComplete="off"
          spellCheck={false}
          required
          error={host?.message}
          {...register("host", signIn)}
        />
        <Field
          label={texts.form.port}
          inputMode="numeric"
          autoComplete="off"
          required
          error={port?.message}
          {...register("port", signIn)}
        />
      </div>
      <SelectField label={texts.form.security} {...register("security", signIn)}>
        <option value="tls">{texts.form.tls}</option>
        <option value="starttls">{texts.form.starttls}</option>
        <option value="none">{texts.form.noEncryption}</option>
      </SelectField>
      <Field
        label={texts.form.userName}
        autoComplete="off"
        spellCheck={false}
        hint={texts.form.userNameHint}
        {...register("user", signIn)}
      />
    </>
  );
}

/** The provider's own pages. They open beside this one, so that what was typed here stays. */
function ProviderLinks({ links }: { links: readonly HelpLink[] }) {
  const texts = useTexts(accountTexts);
  if (links.length === 0) return null;
  return (
    <ul className="provider-links">
      {links.map(({ name, href }) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener noreferrer">
            {name}
            <span className="visually-hidden">{texts.opensInNewTab}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
