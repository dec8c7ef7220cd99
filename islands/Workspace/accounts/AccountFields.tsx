import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { asksPasswordAgain, type SignIn } from "../../../contract/identity/asksPasswordAgain.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { type ProviderKey, providers } from "../../../contract/sending/providers.ts";
import { rechecks } from "../../_data/rechecks.ts";
import { Field } from "../../_parts/fields/Field.tsx";
import { SelectField } from "../../_parts/fields/SelectField.tsx";
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
  /** Stands below the choice of a provider: another way to connect it. */
  children?: ReactNode;
}) {
  const { register, formState } = form;
  const values = useWatch({ control: form.control });
  const isMoved = credential !== undefined && asksPasswordAgain(credential, signInOf(values));
  const password = passwordHelp(provider, { isEditing: credential !== undefined, isMoved });
  const byGoogle = credential?.type === "gscope";
  return (
    <>
      <div>
        <SelectField
          label="Provider"
          value={provider}
          disabled={credential !== undefined}
          hint={credential === undefined ? providerHelp[provider].text : lockedHint}
          onChange={(event) => onProvider(event.target.value as ProviderKey)}
        >
          {Object.values(providers).map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        {credential === undefined ? <ProviderLinks links={providerHelp[provider].links} /> : null}
      </div>
      {children}
      <Field
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        readOnly={byGoogle}
        hint={byGoogle ? "The address that Google connected. For another one, connect that." : undefined}
        error={formState.errors.appEmail?.message}
        maxLength={textLimits.emailMax}
        {...register("appEmail", rechecks(form, ["appPassword", "senderName", "senderAddress"]))}
      />
      {provider === "smtp" ? <ServerFields form={form} /> : null}
      {byGoogle || provider === "sandbox" ? null : (
        <div>
          <Field
            label={provider === "smtp" ? "Password" : "App password"}
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

/** Where the sign-in goes, as it is typed. */
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

const lockedHint = "An account keeps its provider. For another one, add another account.";

function ServerFields({ form }: { form: UseFormReturn<AccountValues> }) {
  const { register, formState } = form;
  // A password that was asked for again is not once the server is the old one.
  const signIn = rechecks(form, ["appPassword"]);
  const { host, port } = formState.errors;
  return (
    <>
      <div className="field-pair">
        <Field
          label="Host"
          autoComplete="off"
          spellCheck={false}
          required
          error={host?.message}
          {...register("host", signIn)}
        />
        <Field
          label="Port"
          inputMode="numeric"
          autoComplete="off"
          required
          error={port?.message}
          {...register("port", signIn)}
        />
      </div>
      <SelectField label="Security" {...register("security", signIn)}>
        <option value="tls">TLS from the first byte (465)</option>
        <option value="starttls">STARTTLS (587)</option>
        <option value="none">None: only for a relay of your own</option>
      </SelectField>
      <Field
        label="User name (optional)"
        autoComplete="off"
        spellCheck={false}
        hint="The e-mail address, unless the server wants another one."
        {...register("user", signIn)}
      />
    </>
  );
}

/** The provider's own pages. They open beside this one, so that what was typed here stays. */
function ProviderLinks({ links }: { links: readonly HelpLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="provider-links">
      {links.map(({ name, href }) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener noreferrer">
            {name}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
