/** A minimal SMTP server that accepts and records all mails. */
import { createServer, type Socket } from 'node:net';

/** A running mail server. */
export interface MailServer {
  url: string;
  /** Received mails with headers, oldest first. */
  received: string[];
  /** Rejects the next mails with a temporary error. */
  failNext: (times: number) => void;
  close: () => Promise<void>;
}

/** Starts a mail server. */
export async function startMailServer(): Promise<MailServer> {
  const received: string[] = [];
  let refusals = 0;
  const handleConnection = (socket: Socket) => {
    let text = '';
    let inData = false;
    const sendLine = (line: string) => socket.write(`${line}\r\n`);
    const end = '\r\n.\r\n';
    const handleCommand = (line: string) => {
      if (/^(EHLO|HELO)/i.test(line)) sendLine('250 here');
      else if (/^RCPT/i.test(line) && refusals-- > 0) sendLine('451 try again, member@example.org');
      else if (/^DATA/i.test(line)) {
        inData = true;
        sendLine('354 go on');
      } else sendLine(/^QUIT/i.test(line) ? '221 bye' : '250 ok');
    };
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      text += bytes.toString();
      for (;;) {
        const mark = inData ? end : '\r\n';
        const at = text.indexOf(mark);
        if (at < 0) return;
        const part = text.slice(0, at);
        text = text.slice(at + mark.length);
        if (inData) {
          received.push(part);
          inData = false;
          sendLine('250 taken');
        } else handleCommand(part);
      }
    });
    sendLine('220 mail');
  };
  const server = createServer(handleConnection);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    failNext(times) {
      refusals = times;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}
