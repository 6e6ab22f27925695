/** Connection parameters, in the form of `pg`. */
export interface PostgresConnection {
  /** A host name, or the directory of a Unix socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The connection as a URL. The directory of a socket is percent-encoded as the host. */
export function connectionString(connection: PostgresConnection): string {
  const { host, port, user, password, database } = connection;
  const [encodedUser, encodedPassword, encodedHost, encodedDatabase] = [user, password, host, database].map(
    encodeURIComponent,
  );
  return `postgresql://${encodedUser}:${encodedPassword}@${encodedHost}:${port}/${encodedDatabase}`;
}
