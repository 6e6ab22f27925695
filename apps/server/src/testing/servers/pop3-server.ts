/** A mailbox on loopback that speaks POP3 (RFC 1939, STLS of RFC 2595). */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { localhostTls } from './localhost-tls.ts';

/** A running POP3 server. */
export interface Pop3Server {
  port: number;
  /** Puts a mail into the mailbox. Returns its id. */
  deliver: (mail: string | Buffer) => string;
  remove: (id: string) => void;
  commands: string[];
  close: () => Promise<void>;
}

interface Pop3Options {
  username?: string;
  password?: string;
  /** Uses TLS from the first byte. */
  tls?: boolean;
  /** Offers STLS and rejects logins before it. */
  startTls?: boolean;
  /** Sends responses in chunks of this size, like a slow network. */
  chunkBytes?: number;
}

/** Starts a POP3 server. */
export async function startPop3Server({
  username = 'reports',
  password = 'secret',
  tls = false,
  startTls = false,
  chunkBytes = 0,
}: Pop3Options = {}): Promise<Pop3Server> {
  let mails: { id: string; bytes: Buffer }[] = [];
  let count = 0;
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const stuffed = (bytes: Buffer) => bytes.toString('latin1').replace(/(^|\r\n)\./g, '$1..');
  const upTo = (text: string, lines: number) => {
    const [head = '', ...body] = text.split('\r\n\r\n');
    return `${head}\r\n\r\n${body.join('\r\n\r\n').split('\r\n').slice(0, lines).join('\r\n')}`;
  };

  function talk(first: Socket) {
    let socket = first;
    let text = '';
    let isSecured = tls;
    let name = '';
    let isLoggedIn = false;
    let pendingWrites = Promise.resolve();
    const sendLine = (answer: string) => {
      const bytes = Buffer.from(`${answer}\r\n`, 'latin1');
      const size = chunkBytes || bytes.length;
      for (let at = 0; at < bytes.length; at += size)
        pendingWrites = pendingWrites.then(async () => {
          socket.write(bytes.subarray(at, at + size));
          if (chunkBytes) await new Promise((resolve) => setImmediate(resolve));
        });
    };
    const mailAt = (word: string | undefined) => mails[Number(word) - 1];
    const sendMultiline = (lines: string[]) => sendLine(['+OK', ...lines, '.'].join('\r\n'));

    function hear(bytes: Buffer) {
      text += bytes.toString('latin1');
      for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n')) {
        const line = text.slice(0, at);
        text = text.slice(at + 2);
        commands.push(line);
        const [command = '', ...args] = line.split(' ');
        execute(command.toUpperCase(), args);
      }
    }
    function secure() {
      sendLine('+OK begin');
      void pendingWrites.then(() => {
        socket.removeAllListeners('data');
        const secured = new TLSSocket(socket, { isServer: true, ...localhostTls });
        secured.on('error', () => undefined);
        secured.on('data', hear);
        socket = secured;
        isSecured = true;
      });
    }
    function execute(command: string, args: string[]) {
      if (command === 'QUIT') {
        sendLine('+OK bye');
        return void pendingWrites.then(() => socket.end());
      }
      if (command === 'STLS' && startTls) return secure();
      if (startTls && !isSecured) return sendLine('-ERR encrypt first');
      if (command === 'USER') {
        name = args[0] ?? '';
        return sendLine('+OK');
      }
      if (command === 'PASS') {
        isLoggedIn = name === username && args.join(' ') === password;
        return sendLine(isLoggedIn ? '+OK' : '-ERR [AUTH] no');
      }
      const mail = mailAt(args[0]);
      if (!isLoggedIn) return sendLine('-ERR log in');
      if (command === 'UIDL') return sendMultiline(mails.map(({ id }, at) => `${at + 1} ${id}`));
      if (command === 'LIST')
        return sendMultiline(mails.map(({ bytes: { length } }, at) => `${at + 1} ${length}`));
      if (command === 'RETR' && mail) return sendMultiline([stuffed(mail.bytes)]);
      if (command === 'TOP' && mail) return sendMultiline([upTo(stuffed(mail.bytes), Number(args[1]))]);
      sendLine('-ERR no');
    }
    sockets.add(first);
    first.on('error', () => undefined);
    first.on('close', () => sockets.delete(first));
    socket.on('data', hear);
    sendLine('+OK ready');
  }

  const server = tls ? createTlsServer(localhostTls, talk) : createServer(talk);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    deliver(mail) {
      const id = `mail-${++count}`;
      mails.push({ id, bytes: Buffer.from(mail) });
      return id;
    },
    remove(id) {
      mails = mails.filter((it) => it.id !== id);
    },
    commands,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
