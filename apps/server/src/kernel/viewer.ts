/** Who asks: resolved once per request from the token, and asked for every right. */
import { builtInRoles, type Permission } from '@waypost/contract/privileges';
import { everyScope, type Scope } from '@waypost/contract/scopes';

export interface ViewerFacts {
  id: number | null;
  email: string | null;
  realname: string | null;
  /** Role name; null for visitors, and for people whose role is gone. */
  role: string | null;
  permissions: readonly string[];
  /** Null: no token was sent. */
  scopes: readonly string[] | null;
  /** Which of a person's sign-ins the token belongs to. */
  session?: number | null;
  /** SHA-256 of a visitor's token: what stands for them until it expires. Null or absent for accounts and without a token. */
  visitor?: Buffer | null;
  /** The newest post that a deployment on trial shows to anybody; null or absent where all are shown. */
  lastPost?: number | null;
}

/** A caller and what the caller may. */
export class Viewer {
  readonly id: number | null;
  readonly email: string | null;
  readonly realname: string | null;
  readonly role: string | null;
  readonly hasToken: boolean;
  readonly session: number | null;
  readonly visitor: Buffer | null;
  readonly lastPost: number | null;
  readonly #facts: ViewerFacts;
  readonly #permissions: ReadonlySet<string>;
  readonly #scopes: ReadonlySet<string>;

  constructor(facts: ViewerFacts) {
    this.id = facts.id;
    this.email = facts.email;
    this.realname = facts.realname;
    this.role = facts.role;
    this.hasToken = facts.scopes !== null;
    this.session = facts.session ?? null;
    this.visitor = facts.visitor ?? null;
    this.lastPost = facts.lastPost ?? null;
    this.#facts = facts;
    this.#permissions = new Set(facts.permissions);
    this.#scopes = new Set(facts.scopes ?? []);
  }

  get isAdmin(): boolean {
    return this.role === builtInRoles.admin;
  }

  get isSignedIn(): boolean {
    return this.id !== null;
  }

  /** Whether the viewer's role holds any permission. */
  get hasPermission(): boolean {
    return this.isAdmin || this.#permissions.size > 0;
  }

  /** Two viewers with the same see the same of everything. */
  get audience(): string {
    const { id, role, permissions } = this.#facts;
    return JSON.stringify([id, role, permissions.toSorted((a, b) => a.localeCompare(b)), this.lastPost]);
  }

  /** The same viewer in a deployment that shows no newer posts. */
  upTo(lastPost: number | null): Viewer {
    return lastPost === this.lastPost ? this : new Viewer({ ...this.#facts, lastPost });
  }

  /** Somebody of the same role, but nobody in particular: what they see, everybody of the role sees. */
  get anyOfRole(): Viewer {
    return new Viewer({ ...this.#facts, id: 0 });
  }

  /** Whether the viewer's role holds one of these permissions. Administrators hold all. */
  may(...any: readonly Permission[]): boolean {
    return this.isAdmin || any.some((permission) => this.#permissions.has(permission));
  }

  /** Whether the viewer's role holds each of these. Administrators hold all. */
  holdsAll(permissions: readonly string[]): boolean {
    return this.isAdmin || permissions.every((permission) => this.#permissions.has(permission));
  }

  /** Whether the token opens a group of addresses. Without a token nothing is barred by scope. */
  inScope(scope: Scope | null): boolean {
    return scope === null || !this.hasToken || this.#scopes.has(everyScope) || this.#scopes.has(scope);
  }
}

/** A visitor who sent no token. */
export const passerBy = new Viewer({
  id: null,
  email: null,
  realname: null,
  role: null,
  permissions: [],
  scopes: null,
});
