/** Refusals: which of 401 and 403, and in which words (wire 1.5). */
import type { Privilege } from '@waypost/contract/common/permissions';
import { notFound, Problem } from '../http/problem.ts';
import type { Viewer } from './viewer.ts';

/** A request refused: 401 when no token came, since one may help; 403 when one did, or existing clients would loop. */
export function accessDenied(
  viewer: Viewer,
  privilege: Privilege,
  resource: string,
  id: number | string = '',
): Problem {
  return viewer.hasToken
    ? new Problem('request.refused', { user: viewer.id ?? 0, privilege, resource, id })
    : new Problem('request.refused-without-token', { privilege, resource });
}

/** Goes on only if the privilege is among those the viewer has. */
export function requirePrivilege(
  viewer: Viewer,
  privileges: readonly Privilege[],
  required: Privilege,
  resource: string,
  id?: number,
): void {
  if (!privileges.includes(required)) throw accessDenied(viewer, required, resource, id);
}

/**
 * The same for something that not everybody may read: whoever may not read it gets the answer for an id that does not exist, so
 * that ids tell nothing (docs/decisions/0048).
 * @param privileges the caller's on this one row
 * @throws Problem 404 without `read`; 401 or 403 with `read` but without the wanted privilege
 */
export function requireVisible(
  viewer: Viewer,
  privileges: readonly Privilege[],
  wanted: Privilege,
  resource: string,
  id: number,
): void {
  if (!privileges.includes('read')) throw notFound(resource, id);
  requirePrivilege(viewer, privileges, wanted, resource, id);
}
