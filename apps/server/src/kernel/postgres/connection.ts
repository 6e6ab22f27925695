/** How to reach a database; the shape that `pg` takes. */
export interface PostgresConnection {
  /** A host name, or the directory of a Unix socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The same as an address, for programs that want one. A socket's directory goes in as an escaped host. */
export function connectionString(connection: PostgresConnection): string {
  const { host, port, user, password, database } = connection;
  const [name, secret, where, base] = [user, password, host, database].map(encodeURIComponent);
  return `postgresql://${name}:${secret}@${where}:${port}/${base}`;
}
