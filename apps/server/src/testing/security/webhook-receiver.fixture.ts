/** A receiver of webhooks on this machine. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a webhook receiver. @returns the bodies that it receives, and a function that stops it */
export async function startWebhookReceiver(): Promise<{
  url: string;
  delivered: string[];
  stop: () => void;
}> {
  const delivered: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      delivered.push(text);
      response.end('thanks');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, delivered, stop: () => server.close() };
}
