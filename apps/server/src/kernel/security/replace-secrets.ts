/** Keeps secrets out of the words of other servers, which may repeat what they were sent. */

/** Shorter secrets would remove parts of words. */
const minSecretLength = 4;

/** Replaces secrets by `…`: in plain, in base64 and as part of a URL. Call it before a text is cut, which may leave half a secret. */
export function replaceSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) =>
    secret.length < minSecretLength
      ? []
      : [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)],
  );
  return forms.reduce((rest, form) => rest.replaceAll(form, '…'), text);
}
