/** A mailbox on loopback with the subset of IMAP that a reader needs (RFC 3501, IDLE of RFC 2177, STARTTLS). */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { localhostTls } from './localhost-tls.ts';

/** A running IMAP server. */
export interface ImapServer {
  port: number;
  /** Puts a mail into the inbox. Returns its UID. */
  deliver: (mail: string | Buffer) => number;
  remove: (uid: number) => void;
  /** Simulates a recreated mailbox: the same mails with other UIDs. */
  resetUids: () => void;
  /** Refuses to open the inbox, with these words; null: opens it. */
  refuseFolder: (words: string | null) => void;
  /** Received commands without their tags. */
  commands: string[];
  logins: number;
  close: () => Promise<void>;
}

interface ImapOptions {
  username?: string;
  password?: string;
  /** Uses TLS from the first byte. */
  tls?: boolean;
  /** Offers STARTTLS and rejects logins before it. */
  startTls?: boolean;
  /** Supports IDLE. */
  idle?: boolean;
}

interface StoredMail {
  uid: number;
  bytes: Buffer;
}

/** Starts an IMAP server. */
export async function startImapServer({
  username = 'reports',
  password = 'secret',
  tls = false,
  startTls = false,
  idle = false,
}: ImapOptions = {}): Promise<ImapServer> {
  let mails: StoredMail[] = [];
  let [validity, next] = [1000, 1];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const idling = new Set<() => void>();
  let logins = 0;
  let folderRefusal: string | null = null;

  const unquoted = (text: string) => text.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1');
  /** The mails of a set: `3`, `4:*`, `7:2`. A range with `*` always contains the last mail. */
  const mailsInSet = (set: string): StoredMail[] => {
    const last = mails.at(-1)?.uid ?? 0;
    const ranges = set.split(',').map((it) => it.split(':').map((end) => (end === '*' ? last : Number(end))));
    return mails.filter(({ uid }) =>
      ranges.some(([a = 0, b = a]) => uid >= Math.min(a, b) && uid <= Math.max(a, b)),
    );
  };

  function talk(first: Socket) {
    let socket = first;
    let text = '';
    let isSecured = tls;
    let isLoggedIn = false;
    let idlesBy: string | undefined;
    const sendLine = (line: string | Buffer) => {
      if (socket.writable) socket.write(Buffer.concat([Buffer.from(line), Buffer.from('\r\n')]));
    };
    const notifyNewMail = () => sendLine(`* ${mails.length} EXISTS`);
    const capabilities = () =>
      [
        'IMAP4rev1',
        ...(idle ? ['IDLE'] : []),
        ...(startTls && !isSecured ? ['STARTTLS', 'LOGINDISABLED'] : []),
      ].join(' ');

    function fetch(tag: string, set: string, items: string) {
      for (const mail of mailsInSet(set)) {
        const bodyRequest = /BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?/i.exec(items);
        const from = Number(bodyRequest?.[1] ?? 0);
        const bytes = mail.bytes.subarray(from, from + Number(bodyRequest?.[2] ?? mail.bytes.length));
        const size = /RFC822\.SIZE/i.test(items) ? ` RFC822.SIZE ${mail.bytes.length}` : '';
        const head = `* ${mails.indexOf(mail) + 1} FETCH (UID ${mail.uid}${size}`;
        const origin = bodyRequest?.[1] === undefined ? '' : `<${from}>`;
        sendLine(
          bodyRequest
            ? Buffer.concat([
                Buffer.from(`${head} BODY[]${origin} {${bytes.length}}\r\n`),
                bytes,
                Buffer.from(')'),
              ])
            : `${head})`,
        );
      }
      sendLine(`${tag} OK done`);
    }

    function secure(tag: string) {
      sendLine(`${tag} OK begin`);
      socket.removeAllListeners('data');
      const secured = new TLSSocket(socket, { isServer: true, ...localhostTls });
      secured.on('error', () => undefined);
      socket = secured;
      isSecured = true;
      text = '';
      socket.on('data', hear);
    }

    function execute(tag: string, command: string, rest: string) {
      const args = rest.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
      if (command === 'CAPABILITY') sendLine(`* CAPABILITY ${capabilities()}`);
      else if (command === 'STARTTLS' && startTls) return secure(tag);
      else if (command === 'LOGOUT') {
        sendLine('* BYE');
        sendLine(`${tag} OK bye`);
        return void socket.end();
      } else if (command === 'LOGIN') {
        logins += 1;
        const knows = unquoted(args[0] ?? '') === username && unquoted(args[1] ?? '') === password;
        if (!knows || (startTls && !isSecured)) return sendLine(`${tag} NO [AUTHENTICATIONFAILED] no`);
        isLoggedIn = true;
      } else if (!isLoggedIn) return sendLine(`${tag} BAD log in`);
      else if (command === 'LIST') sendLine('* LIST () "/" INBOX');
      else if (command === 'EXAMINE' || command === 'SELECT') {
        if (folderRefusal !== null) return sendLine(`${tag} NO ${folderRefusal}`);
        sendLine('* FLAGS (\\Seen)');
        notifyNewMail();
        sendLine('* 0 RECENT');
        sendLine(`* OK [UIDVALIDITY ${validity}] fine`);
        sendLine(`* OK [UIDNEXT ${next}] fine`);
        return sendLine(`${tag} OK [READ-ONLY] done`);
      } else if (command === 'UID' && args[0]?.toUpperCase() === 'SEARCH') {
        const set = args[args.findIndex((it) => it.toUpperCase() === 'UID') + 1] ?? '1:*';
        sendLine(
          `* SEARCH ${mailsInSet(set)
            .map(({ uid }) => uid)
            .join(' ')}`.trimEnd(),
        );
      } else if (command === 'UID' && args[0]?.toUpperCase() === 'FETCH')
        return fetch(tag, args[1] ?? '', args.slice(2).join(' '));
      else if (command === 'IDLE' && idle) {
        idlesBy = tag;
        idling.add(notifyNewMail);
        return sendLine('+ idling');
      } else if (command !== 'NOOP') return sendLine(`${tag} BAD what is ${command}`);
      sendLine(`${tag} OK done`);
    }

    function hear(bytes: Buffer) {
      text += bytes.toString('latin1');
      for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n')) {
        const line = text.slice(0, at);
        text = text.slice(at + 2);
        if (line.toUpperCase() === 'DONE' && idlesBy) {
          idling.delete(notifyNewMail);
          sendLine(`${idlesBy} OK done`);
          idlesBy = undefined;
          continue;
        }
        const [tag = '', command = '', ...rest] = line.split(' ');
        commands.push(`${command} ${rest.join(' ')}`.trim());
        execute(tag, command.toUpperCase(), rest.join(' '));
      }
    }

    sockets.add(socket);
    first.on('error', () => undefined);
    first.on('close', () => {
      sockets.delete(first);
      idling.delete(notifyNewMail);
    });
    socket.on('data', hear);
    sendLine(`* OK [CAPABILITY ${capabilities()}] ready`);
  }

  const server = tls ? createTlsServer(localhostTls, talk) : createServer(talk);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    deliver(mail) {
      const uid = next++;
      mails.push({ uid, bytes: Buffer.from(mail) });
      for (const notifyNewMail of idling) notifyNewMail();
      return uid;
    },
    remove(uid) {
      mails = mails.filter((it) => it.uid !== uid);
    },
    refuseFolder: (words) => {
      folderRefusal = words;
    },
    resetUids() {
      validity += 1;
      mails = mails.map(({ bytes }, at) => ({ uid: at + 1, bytes }));
      next = mails.length + 1;
    },
    commands,
    get logins() {
      return logins;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
