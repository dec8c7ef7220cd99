// Tables and inline styles throughout: it is the only HTML that every mail program shows alike.
const text = "font-family:Helvetica,Arial,sans-serif;color:#22252e";
const accent = "#b8431f";

type Letter = { preheader: string; title: string; body: string; button: { label: string; href: string } };

const paragraph = (words: string) =>
  `<p style="margin:0 0 16px;${text};font-size:16px;line-height:26px">${words}</p>`;

/** One column of 600 pixels on warm paper that narrows with the screen; a real link for a button, a plain footer. */
function letter({ preheader, title, body, button }: Letter): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background-color:#f7f4ee">
<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f7f4ee">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;background-color:#ffffff;border:1px solid #e6e1d8;border-radius:10px">
<tr><td style="padding:32px 40px 0;${text};font-size:14px;font-weight:bold;color:${accent}">Harbour Studio</td></tr>
<tr><td style="padding:16px 40px 0"><h1 style="margin:0;${text};font-size:28px;line-height:36px">${title}</h1></td></tr>
<tr><td style="padding:20px 40px 8px">${body}</td></tr>
<tr><td style="padding:0 40px 40px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="background-color:${accent};border-radius:6px">
<a href="${button.href}" style="display:inline-block;padding:12px 24px;font-family:Helvetica,Arial,sans-serif;font-size:16px;font-weight:bold;color:#ffffff;text-decoration:none">${button.label}</a>
</td></tr></table>
</td></tr>
</table>
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td align="center" style="padding:24px 40px;font-family:Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#5d6270">
You get this because you signed up at Harbour Studio, 4 Quay Street.<br>
<a href="{{unsubscribeUrl}}" style="color:#5d6270">Unsubscribe</a>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

/** What a newcomer finds under My Templates: one letter to one person, one to everybody. */
export const demoTemplates: readonly { name: string; html: string }[] = [
  {
    name: "Welcome",
    html: letter({
      preheader: "What happens next, in three lines.",
      title: "Good to have you, {{firstName|friend}}",
      body: [
        paragraph("Thank you for signing up. Here is what you can expect from us:"),
        paragraph("<strong>One letter a month.</strong> New work, one useful idea, nothing else."),
        paragraph("<strong>Answers from a person.</strong> Reply to any mail and one of us reads it."),
        paragraph("<strong>An easy way out.</strong> The link below works at once, no questions asked."),
      ].join("\n"),
      button: { label: "See our work", href: "https://example.com/work" },
    }),
  },
  {
    name: "Monthly news",
    html: letter({
      preheader: "A new workshop, a short read and a date for your calendar.",
      title: "What we made this month",
      body: [
        paragraph("Hello {{firstName|there}},"),
        paragraph(
          "<strong>The spring workshop is open.</strong> Two days, twelve places, one finished print to take home.",
        ),
        paragraph(
          "<strong>A short read.</strong> Why we still draw every letter by hand before it goes anywhere near a screen.",
        ),
        paragraph(
          "<strong>See you at the fair?</strong> We have stand 14 from Thursday to Saturday. Coffee is on us.",
        ),
      ].join("\n"),
      button: { label: "Keep a place for me", href: "https://example.com/workshop" },
    }),
  },
];
