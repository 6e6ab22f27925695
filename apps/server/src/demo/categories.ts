/** The categories of the demo: two levels, one branch for the team only. */
import type { Tx } from '../kernel/db/database.ts';

interface TopCategory {
  slug: string;
  tag: string;
  color: string;
  icon: string;
  description: string;
  /** Roles that may see it and its children; null for everyone. */
  role: string[] | null;
  children: readonly { slug: string; tag: string; icon: string }[];
}

const categoryTree: readonly TopCategory[] = [
  {
    slug: 'water',
    tag: 'Water',
    color: '#2274B4',
    icon: 'droplet',
    description: 'Too much of it, too little, or not fit to drink',
    role: null,
    children: [
      { slug: 'flooding', tag: 'Flooding', icon: 'ripple' },
      { slug: 'drinking-water', tag: 'Drinking water', icon: 'bucket-droplet' },
      { slug: 'drains', tag: 'Drains and sanitation', icon: 'barrier-block' },
    ],
  },
  {
    slug: 'air-and-land',
    tag: 'Air and land',
    color: '#5BAA00',
    icon: 'leaf',
    description: 'What we breathe and what we throw away',
    role: null,
    children: [
      { slug: 'smoke', tag: 'Smoke and dust', icon: 'cloud-fog' },
      { slug: 'waste', tag: 'Waste', icon: 'trash' },
    ],
  },
  {
    slug: 'services',
    tag: 'Public services',
    color: '#E69327',
    icon: 'building-community',
    description: 'Roads, light, schools and clinics',
    role: null,
    children: [
      { slug: 'roads', tag: 'Roads and bridges', icon: 'road' },
      { slug: 'lighting', tag: 'Street lighting', icon: 'bulb' },
      { slug: 'health', tag: 'Health', icon: 'heart-plus' },
      { slug: 'school', tag: 'Schools', icon: 'school' },
    ],
  },
  {
    slug: 'voting',
    tag: 'Voting',
    color: '#7A4FA3',
    icon: 'checkbox',
    description: 'The day of the basin councils',
    role: null,
    children: [
      { slug: 'voting-queue', tag: 'Queues', icon: 'users-group' },
      { slug: 'voting-access', tag: 'Access for everyone', icon: 'wheelchair' },
    ],
  },
  {
    slug: 'safety',
    tag: 'Safety',
    color: '#A51A1A',
    icon: 'shield',
    description: 'People in danger',
    role: null,
    children: [
      { slug: 'rescue', tag: 'Rescue needed', icon: 'lifebuoy' },
      { slug: 'unsafe-place', tag: 'Unsafe place', icon: 'alert-triangle' },
    ],
  },
  {
    slug: 'for-the-team',
    tag: 'For the team',
    color: '#5B6770',
    icon: 'lock',
    description: 'Marks of those who check reports',
    role: ['verifier', 'editor'],
    children: [
      { slug: 'call-back', tag: 'Call back', icon: 'phone' },
      { slug: 'told-twice', tag: 'Told twice', icon: 'copy' },
    ],
  },
];

/**
 * Inserts the categories.
 * @returns ids by slug
 */
export async function insertCategories(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const [index, { children, ...branch }] of categoryTree.entries()) {
    const parent = await tx
      .insertInto('categories')
      .values({ ...branch, parent_id: null, priority: index + 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(branch.slug, parent.id);
    const { color, role } = branch;
    const rows = children.map((child, priority) => ({
      ...child,
      color,
      role,
      description: null,
      parent_id: parent.id,
      priority: priority + 1,
    }));
    const saved = await tx.insertInto('categories').values(rows).returning(['id', 'slug']).execute();
    for (const { id, slug } of saved) ids.set(slug, id);
  }
  return ids;
}
