import MailComposer from "nodemailer/lib/mail-composer";
import nodemailerPackage from "nodemailer/package.json" with { type: "json" };
import { fillIn } from "../contract/mergeFields.ts";
import { createComposition, plainText } from "../tests/support/atOnce.ts";

/**
 * One recipient's mail from a 10 kB template with five merge fields: filled in by our composition, and built
 * afresh by nodemailer's MailComposer from the same filled texts. `bun bench/composing.ts [MAILS]`.
 */
const mailCount = Number(process.argv[2] ?? 5_000);

const paragraph = `<p style="margin:0 0 16px">News – about our products &amp; services, <a href="https://shop.test/?a=1">here</a>.</p>\n`;
const half = paragraph.repeat(Math.ceil(5_000 / paragraph.length));
const html = `<html><body><h1>Hello {{firstName|there}} {{lastName}}</h1>${half}<p>{{email}}, {{phone}}</p>${half}<a href="{{unsubscribeUrl}}">unsubscribe</a></body></html>`;
const text = plainText(html);
const subject = "News for {{firstName}}";
const from = { name: "Shop", address: "shop@example.test" };

const composition = createComposition({ subject, html, from });

function recipient(index: number) {
  const address = `ann${index}@example.test`;
  return {
    values: {
      firstName: `Ann${index}`,
      lastName: index % 5 ? "Lee" : "Müller",
      email: address,
      phone: "+49 123",
    },
    to: { address, name: `Ann${index} Lee` },
    messageId: `<${index}@example.test>`,
    unsubscribeUrl: `https://amplify.test/u/${"t".repeat(60)}${index}`,
    date: new Date(),
  };
}

function buildAfresh(index: number): Promise<Buffer> {
  const { values, unsubscribeUrl, to, messageId, date } = recipient(index);
  const all = { ...values, unsubscribeUrl };
  return new MailComposer({
    from,
    to,
    subject: fillIn(subject, all, { escape: "none" }),
    messageId,
    date,
    html: fillIn(html, all, { escape: "html" }),
    text: fillIn(text, all, { escape: "none" }),
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** Microseconds per mail, after a tenth as many to warm up. */
async function microsecondsPerMail(make: (index: number) => unknown): Promise<number> {
  for (let index = 0; index < mailCount / 10; index += 1) await make(index);
  const startedMs = performance.now();
  for (let index = 0; index < mailCount; index += 1) await make(index);
  return ((performance.now() - startedMs) * 1_000) / mailCount;
}

const ours = await microsecondsPerMail((index) => composition.fill(recipient(index)));
const afresh = await microsecondsPerMail(buildAfresh);
console.log(
  JSON.stringify({
    bench: "composing",
    oursMicroseconds: Number(ours.toFixed(1)),
    nodemailerMicroseconds: Number(afresh.toFixed(1)),
    ratio: Number((afresh / ours).toFixed(1)),
    versions: { bun: Bun.version, nodemailer: nodemailerPackage.version },
    command: `bun bench/composing.ts ${mailCount}`,
  }),
);
