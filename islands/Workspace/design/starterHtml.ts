/** A small, sound mail to begin with: one column, inline styles only, a fallback for a missing name. */
export const starterHtml = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
  <tr>
    <td align="center" style="padding: 24px; background: #f6f4f0;">
      <table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width: 560px; width: 100%; background: #ffffff;">
        <tr>
          <td style="padding: 32px; font: 16px/1.5 Arial, sans-serif; color: #1f2430;">
            <h1 style="margin: 0 0 16px; font-size: 24px;">Hello {{firstName|there}}</h1>
            <p style="margin: 0 0 16px;">Write what you have to say here, in a paragraph or two.</p>
            <p style="margin: 0 0 24px;">
              <a href="https://example.com" style="color: #b3401a;">One clear thing to do next</a>
            </p>
            <p style="margin: 0; font-size: 13px; color: #5c6270;">
              You get this because you asked for it. <a href="{{unsubscribeUrl}}" style="color: #5c6270;">Unsubscribe</a>
            </p>
          </td>
        </tr>
      </table>
    </td>
  </tr>
</table>
`;
