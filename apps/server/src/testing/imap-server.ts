/** A mailbox on this machine that speaks as much IMAP (RFC 3501, IDLE of RFC 2177, STARTTLS) as a reader of it needs. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { tlsOfLocalhost } from './tls-of-localhost.ts';

export interface ImapServer {
  port: number;
  /** Puts a mail into the inbox. @returns its number there */
  put: (mail: string | Buffer) => number;
  remove: (uid: number) => void;
  /** The mailbox is made anew: the same mails, other numbers. */
  renumber: () => void;
  /** Commands that were given, without their tags. */
  commands: string[];
  logins: number;
  close: () => Promise<void>;
}

interface ImapOptions {
  username?: string;
  password?: string;
  /** TLS from the first byte. */
  tls?: boolean;
  /** Offers STARTTLS, and takes no login before it. */
  startTls?: boolean;
  /** Tells of new mail. */
  idle?: boolean;
}

interface Kept {
  uid: number;
  bytes: Buffer;
}

export async function startImapServer({
  username = 'reports',
  password = 'secret',
  tls = false,
  startTls = false,
  idle = false,
}: ImapOptions = {}): Promise<ImapServer> {
  let mails: Kept[] = [];
  let [validity, next] = [1000, 1];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const idling = new Set<() => void>();
  let logins = 0;

  const unquoted = (text: string) => text.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1');
  /** `3`, `4:*`, `7:2`; with `*` the range always holds the last mail. */
  const within = (set: string): Kept[] => {
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
    let isIn = false;
    let idlesBy: string | undefined;
    const say = (line: string | Buffer) => {
      if (socket.writable) socket.write(Buffer.concat([Buffer.from(line), Buffer.from('\r\n')]));
    };
    const tell = () => say(`* ${mails.length} EXISTS`);
    const capabilities = () =>
      [
        'IMAP4rev1',
        ...(idle ? ['IDLE'] : []),
        ...(startTls && !isSecured ? ['STARTTLS', 'LOGINDISABLED'] : []),
      ].join(' ');

    function fetch(tag: string, set: string, items: string) {
      for (const mail of within(set)) {
        const asked = /BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?/i.exec(items);
        const from = Number(asked?.[1] ?? 0);
        const bytes = mail.bytes.subarray(from, from + Number(asked?.[2] ?? mail.bytes.length));
        const size = /RFC822\.SIZE/i.test(items) ? ` RFC822.SIZE ${mail.bytes.length}` : '';
        const head = `* ${mails.indexOf(mail) + 1} FETCH (UID ${mail.uid}${size}`;
        const origin = asked?.[1] === undefined ? '' : `<${from}>`;
        say(
          asked
            ? Buffer.concat([
                Buffer.from(`${head} BODY[]${origin} {${bytes.length}}\r\n`),
                bytes,
                Buffer.from(')'),
              ])
            : `${head})`,
        );
      }
      say(`${tag} OK done`);
    }

    function secure(tag: string) {
      say(`${tag} OK begin`);
      socket.removeAllListeners('data');
      const secured = new TLSSocket(socket, { isServer: true, ...tlsOfLocalhost });
      secured.on('error', () => undefined);
      socket = secured;
      isSecured = true;
      text = '';
      socket.on('data', hear);
    }

    function obey(tag: string, command: string, rest: string) {
      const words = rest.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
      if (command === 'CAPABILITY') say(`* CAPABILITY ${capabilities()}`);
      else if (command === 'STARTTLS' && startTls) return secure(tag);
      else if (command === 'LOGOUT') {
        say('* BYE');
        say(`${tag} OK bye`);
        return void socket.end();
      } else if (command === 'LOGIN') {
        logins += 1;
        const knows = unquoted(words[0] ?? '') === username && unquoted(words[1] ?? '') === password;
        if (!knows || (startTls && !isSecured)) return say(`${tag} NO [AUTHENTICATIONFAILED] no`);
        isIn = true;
      } else if (!isIn) return say(`${tag} BAD log in`);
      else if (command === 'LIST') say('* LIST () "/" INBOX');
      else if (command === 'EXAMINE' || command === 'SELECT') {
        say('* FLAGS (\\Seen)');
        tell();
        say('* 0 RECENT');
        say(`* OK [UIDVALIDITY ${validity}] fine`);
        say(`* OK [UIDNEXT ${next}] fine`);
        return say(`${tag} OK [READ-ONLY] done`);
      } else if (command === 'UID' && words[0]?.toUpperCase() === 'SEARCH') {
        const set = words[words.findIndex((it) => it.toUpperCase() === 'UID') + 1] ?? '1:*';
        say(
          `* SEARCH ${within(set)
            .map(({ uid }) => uid)
            .join(' ')}`.trimEnd(),
        );
      } else if (command === 'UID' && words[0]?.toUpperCase() === 'FETCH')
        return fetch(tag, words[1] ?? '', words.slice(2).join(' '));
      else if (command === 'IDLE' && idle) {
        idlesBy = tag;
        idling.add(tell);
        return say('+ idling');
      } else if (command !== 'NOOP') return say(`${tag} BAD what is ${command}`);
      say(`${tag} OK done`);
    }

    function hear(bytes: Buffer) {
      text += bytes.toString('latin1');
      for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n')) {
        const line = text.slice(0, at);
        text = text.slice(at + 2);
        if (line.toUpperCase() === 'DONE' && idlesBy) {
          idling.delete(tell);
          say(`${idlesBy} OK done`);
          idlesBy = undefined;
          continue;
        }
        const [tag = '', command = '', ...rest] = line.split(' ');
        commands.push(`${command} ${rest.join(' ')}`.trim());
        obey(tag, command.toUpperCase(), rest.join(' '));
      }
    }

    sockets.add(socket);
    first.on('error', () => undefined);
    first.on('close', () => {
      sockets.delete(first);
      idling.delete(tell);
    });
    socket.on('data', hear);
    say(`* OK [CAPABILITY ${capabilities()}] ready`);
  }

  const server = tls ? createTlsServer(tlsOfLocalhost, talk) : createServer(talk);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    put(mail) {
      const uid = next++;
      mails.push({ uid, bytes: Buffer.from(mail) });
      for (const tell of idling) tell();
      return uid;
    },
    remove(uid) {
      mails = mails.filter((it) => it.uid !== uid);
    },
    renumber() {
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
