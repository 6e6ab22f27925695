/** Multipart bodies with a file, as a browser sends them. */

/**
 * Builds a multipart body.
 * @param fields text fields; they precede the file, so that a streaming server reads them first
 */
export function buildMultipart(
  fields: Readonly<Record<string, string>>,
  file?: { name: string; bytes: Buffer },
): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = `----waypost${crypto.randomUUID()}`;
  const head = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const parts: Uint8Array[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`${head(`name="${name}"`)}\r\n${value}\r\n`),
  );
  if (file)
    parts.push(
      Buffer.from(
        `${head(`name="file"; filename="${file.name}"`)}Content-Type: application/octet-stream\r\n\r\n`,
      ),
      file.bytes,
      Buffer.from('\r\n'),
    );
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
