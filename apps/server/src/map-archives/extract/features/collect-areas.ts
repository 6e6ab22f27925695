/** Relations that are areas or borders, and the ways that they consist of. */
import { ExtractRefusal } from '../extract-refusal.ts';
import type { Member, Tags } from '../osm/decode-block.ts';
import { type FeatureKind, findAreaKind, findBorderKind, findPointKind } from './feature-kinds.ts';

/** An area of several ways. */
export interface RelationArea {
  wayIds: Float64Array;
  /** Undefined where the ways have the tags, as in old data. */
  tags: Tags | undefined;
}

/** Members of all relations together; the extracts of countries have some millions. */
const maxMembers = 5_000_000;
/** Keys that say nothing about what an area is. */
const neutralKeys = new Set(['type', 'source', 'created_by', 'note', 'fixme', 'name']);

const isArea = (tags: Tags): boolean => findAreaKind(tags) !== undefined || findPointKind(tags) !== undefined;

/** Collects them: first all relations, then the ways. */
export class AreaCollection {
  readonly areas: RelationArea[] = [];
  #memberCount = 0;
  /** Ways of areas, with their nodes once they were read. */
  readonly #nodesByWay = new Map<number, Uint32Array | undefined>();
  /** Ways of areas without tags: their own tags count, and they are no areas themselves. */
  readonly #tagsByWay = new Map<number, Tags | undefined>();
  readonly #borderByWay = new Map<number, FeatureKind>();

  /** @throws ExtractRefusal when there are more members than in any real extract of the size */
  addRelation(members: readonly Member[], tags: Tags): void {
    const type = tags.get('type');
    const border = type === 'boundary' || type === 'multipolygon' ? findBorderKind(tags) : undefined;
    if (border) this.#addBorder(members, border);
    if (type !== 'multipolygon') return;
    const isUntagged = [...tags.keys()].every((key) => neutralKeys.has(key));
    if (!isUntagged && !isArea(tags)) return;
    // A relation that is a member, even of itself, is no part of a ring.
    const ways = members.filter(({ isWay }) => isWay);
    const wayIds = Float64Array.from(new Set(ways.map(({ id }) => id)));
    if (wayIds.length === 0) return;
    this.#count(wayIds.length);
    for (const id of wayIds) this.#nodesByWay.set(id, undefined);
    if (isUntagged) for (const { id, role } of ways) if (role !== 'inner') this.#tagsByWay.set(id, undefined);
    this.areas.push({ wayIds, tags: isUntagged ? undefined : tags });
  }

  #count(members: number): void {
    this.#memberCount += members;
    if (this.#memberCount > maxMembers) throw new ExtractRefusal('extractComplex');
  }

  #addBorder(members: readonly Member[], border: FeatureKind): void {
    this.#count(members.length);
    for (const { id, isWay } of members) {
      if (!isWay) continue;
      const other = this.#borderByWay.get(id);
      if (!other || other.minZoom > border.minZoom) this.#borderByWay.set(id, border);
    }
  }

  /** Keeps the nodes of a way that an area needs. @returns whether the way is a part of an area that has its tags */
  addWay(id: number, nodes: readonly number[], tags: Tags): boolean {
    if (this.#nodesByWay.has(id)) this.#nodesByWay.set(id, Uint32Array.from(nodes));
    if (!this.#tagsByWay.has(id) || !isArea(tags)) return false;
    this.#tagsByWay.set(id, tags);
    return true;
  }

  /** What a way is as a part of a border. */
  borderOf(id: number): FeatureKind | undefined {
    return this.#borderByWay.get(id);
  }

  /** The ways of an area that the extract contains. */
  waysOf({ wayIds }: RelationArea): Uint32Array[] {
    return Array.from(wayIds).flatMap((id) => this.#nodesByWay.get(id) ?? []);
  }

  /** The tags of an area. */
  tagsOf({ wayIds, tags }: RelationArea): Tags | undefined {
    if (tags) return tags;
    for (const id of wayIds) {
      const own = this.#tagsByWay.get(id);
      if (own) return own;
    }
    return undefined;
  }
}
