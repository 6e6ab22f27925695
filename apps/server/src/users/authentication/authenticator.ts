/** The authentication of requests by token. */
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../kernel/db/database.ts';
import type { Authorization } from '../../kernel/security/authorize.ts';
import { SessionActivityRecorder } from '../sessions/session-activity.ts';
import { findViewerByToken } from './tokens.ts';

/** Creates the authentication by token, which also records that the session is in use. */
export function createAuthenticator(app: FastifyInstance, db: Db): Authorization['authenticate'] {
  const sessionUse = new SessionActivityRecorder(db, (err) =>
    app.log.error({ err }, 'the use of a session could not be recorded'),
  );
  app.addHook('onClose', () => sessionUse.waitUntilIdle());
  return async (tx, token) => {
    const viewer = await findViewerByToken(tx, token);
    if (viewer?.sessionId) sessionUse.record(viewer.sessionId);
    return viewer;
  };
}
