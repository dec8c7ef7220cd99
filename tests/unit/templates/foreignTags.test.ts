import { expect, test } from "bun:test";
import { convertDesign, convertForeignTags } from "../../../contract/foreignTags/convertForeignTags.ts";
import { findForeignTags, strayTags } from "../../../contract/foreignTags/findForeignTags.ts";
import { customNames } from "../../../contract/mergeFields.ts";

/** What other products write, and what means the same here; null stays as it stands. */
const tags: Record<string, Record<string, string | null>> = {
  Mailchimp: {
    "*|FNAME|*": "{{firstName}}",
    "*|LNAME|*": "{{lastName}}",
    "*|EMAIL|*": "{{email}}",
    "*|UNSUB|*": "{{unsubscribeUrl}}",
    "*|CITY|*": "{{city}}",
    "*|MC_PREVIEW_TEXT|*": "",
    "<title>*|MC:SUBJECT|*</title>": "<title></title>",
    "*|MC:SUBJECT|*": null,
    "*|LIST:ADDRESS|*": null,
    "*|IF:FNAME|*": null,
    "*|END:IF|*": null,
    "*|ARCHIVE|*": null,
  },
  Brevo: {
    "{{ contact.FIRSTNAME }}": "{{firstName}}",
    '{{ contact.FIRSTNAME | default : "there" }}': "{{firstName|there}}",
    "{{ contact.CITY }}": "{{city}}",
    '<a href="{{ unsubscribe }}">x</a>': '<a href="{{unsubscribeUrl}}">x</a>',
    "{{ mirror }}": null,
    "{{ params.order }}": null,
  },
  HubSpot: {
    "{{ contact.firstname }}": "{{firstName}}",
    '{{ contact.firstname|default("there") }}': "{{firstName|there}}",
    "{{unsubscribe_link}}": "{{unsubscribeUrl}}",
    "{{ site_settings.company_name }}": null,
    "{% if contact.firstname %}": null,
  },
  Klaviyo: {
    "{{ first_name|default:'there' }}": "{{firstName|there}}",
    "{{ first_name|default:&#39;there&#39; }}": "{{firstName|there}}",
    "{{ first_name|title|default:'' }}": "{{firstName}}",
    "{{ person.first_name }}": "{{firstName}}",
    "{{ email|default:'' }}": "{{email}}",
    "Or {% unsubscribe %}": 'Or <a href="{{unsubscribeUrl}}">Unsubscribe</a>',
    "Or {% unsubscribe 'Leave us' %}": 'Or <a href="{{unsubscribeUrl}}">Leave us</a>',
    '<a href="{% unsubscribe_link %}">': '<a href="{{unsubscribeUrl}}">',
    "{{ person|lookup:'Colour' }}": null,
    "{% if person.vip %}": null,
    "{% web_view %}": null,
  },
  ActiveCampaign: {
    // A field of one's own.
    "%CITY%": "{{city}}",
    "%FIRSTNAME%": "{{firstName}}",
    "%FULLNAME%": "{{firstName}} {{lastName}}",
    "%UNSUBSCRIBELINK%": "{{unsubscribeUrl}}",
    "%SENDER-INFO-SINGLELINE%": null,
  },
  "Constant Contact": { "[[FirstName]]": "{{firstName}}", "[[trackingImage]]": null },
  MailerLite: { "{$name}": "{{firstName}}", "{$unsubscribe}": "{{unsubscribeUrl}}", "{$url}": null },
  listmonk: {
    "{{ .Subscriber.FirstName }}": "{{firstName}}",
    "{{ .Subscriber.Attribs.city }}": "{{city}}",
    "{{ UnsubscribeURL }}": "{{unsubscribeUrl}}",
    '<a href="{{ TrackLink "https://in.test/a?b=1" . }}">': '<a href="https://in.test/a?b=1">',
    '<a href="https://in.test/@TrackLink">': '<a href="https://in.test/">',
    "{{ TrackView }}": "",
    "{{ MessageURL }}": null,
  },
  Keila: { "{{ contact.first_name }}": "{{firstName}}", "{{ contact.data.city }}": null },
  Sendy: {
    "[Name,fallback=there]": "{{firstName|there}}",
    "[Name,fallback=]": "{{firstName}}",
    "<unsubscribe>Leave</unsubscribe>": '<a href="{{unsubscribeUrl}}">Leave</a>',
    "[unsubscribe]": "{{unsubscribeUrl}}",
    "[webversion]": null,
    "[Name]": null,
  },
  SendGrid: {
    "{{first_name}}": "{{firstName}}",
    '{{insert first_name "default=there"}}': "{{firstName|there}}",
    '<a href="<%asm_group_unsubscribe_raw_url%>">': '<a href="{{unsubscribeUrl}}">',
    "<%asm_preferences_raw_url%>": null,
    "[%first_name | there%]": "{{firstName|there}}",
    "{{{unsubscribe}}}": "{{unsubscribeUrl}}",
    "{{#if first_name}}": null,
  },
  others: {
    '[[data:firstname:"there"]]': "{{firstName|there}}",
    '{{data:firstname:"there"}}': "{{firstName|there}}",
    "{FirstName|there}": "{{firstName|there}}",
    "{{First name}}": "{{firstName}}",
    "%%first_name%%": "{{firstName}}",
    "{{ contact.firstname | upcase }}": null,
  },
};

const custom = customNames([{ key: "city" }]);

for (const [product, all] of Object.entries(tags))
  test(`fields of ${product} become ours where they mean the same, and stay as they stand elsewhere`, () => {
    for (const [text, becomes] of Object.entries(all)) {
      const is = convertForeignTags(text, custom);
      expect({ text, is: is.text }).toEqual({ text, is: becomes ?? text });
      expect({ text, isLeft: is.left.length > 0 }).toEqual({ text, isLeft: becomes === null });
      expect({ text, again: convertForeignTags(is.text, custom).converted }).toEqual({ text, again: 0 });
    }
  });

test("what is ours, style, script of mail programs or plain words is nobody else's field", () => {
  const texts = [
    "{{firstName}} {{ firstName | there }} {{lastName|}} {{City|[[x}} {{unsubscribeUrl}}",
    "@media (max-width:600px){.a{width:100%!important}.b{color:red}}",
    "<!--[if mso]><table><![endif]--> [1] [see below] 50% OFF% %NOBODY% %CI% %city% https://in.test/%C3%A9%20ABC%20",
    "a * b | c, {x}, {First name}, 5 < 6 % 7 > 2, [ok], ann@TrackLink.test",
    "<!--*|IF:MC_PREVIEW_TEXT|*--><!--*|END:IF|*-->",
  ];
  for (const text of texts)
    expect({ text, found: findForeignTags(text, custom) }).toEqual({ text, found: [] });
});

test("before sending those are told that nothing else tells of", () => {
  const text =
    "*|FNAME|* {{first_name}} {{ contact.FIRSTNAME }} {{firstName|default:'you'}} *|FNAME|* {{firstName}}";
  expect(strayTags(text)).toEqual(["*|FNAME|*", "{{ contact.FIRSTNAME }}", "{{firstName|default:'you'}}"]);
});

test("it is counted what became ours, whose it was, and what stayed", () => {
  expect(convertForeignTags("*|FNAME|* *|FNAME|* %EMAIL% *|IF:VIP|* *|IF:VIP|*")).toEqual({
    text: "{{firstName}} {{firstName}} {{email}} *|IF:VIP|* *|IF:VIP|*",
    converted: 3,
    left: ["*|IF:VIP|*"],
    products: ["Mailchimp", "ActiveCampaign"],
  });
});

test("all texts of a design are converted, and a link that is a tag and nothing else becomes the address alone", () => {
  const design = { body: { rows: [{ text: "Dear *|FNAME|*", href: "{% unsubscribe %}", size: 3 }] } };
  expect(convertDesign(design)).toEqual({
    design: { body: { rows: [{ text: "Dear {{firstName}}", href: "{{unsubscribeUrl}}", size: 3 }] } },
    converted: 2,
    left: [],
    products: ["Mailchimp"],
  });
});
