/** Categories, `tags` in API v3: two levels, visible to the roles that they name (API v3 §2.5, spec 3 §2). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import {
  ApiDate,
  Color,
  ColorIn,
  Id,
  IdOut,
  listIn,
  listOrNullIn,
  noControlCharacters,
  noControlCharactersMultiline,
  OptionalText,
  Relation,
  RelationIn,
  visibleCharacter,
} from '../common/scalars.ts';
import { limitFieldSizes } from '../common/size-limits.ts';

export const CategoryType = z.enum(['category', 'status']);

/** A category as the API returns it. */
export const Category = z.object({
  id: IdOut,
  url: z.string(),
  /** Present, and null, at the top level only; a child has `parent` instead. */
  parent_id: z.null().optional(),
  parent: Relation.optional(),
  tag: z.string(),
  slug: z.string(),
  type: CategoryType,
  color: Color,
  icon: z.string(),
  description: z.string().nullable(),
  priority: z.number().int(),
  created: ApiDate,
  /** Role names; null or empty for everyone. */
  role: z.array(z.string()).nullable(),
  children: z.array(Relation),
  allowed_privileges: Privileges,
});
export type Category = z.infer<typeof Category>;

const fields = {
  tag: z
    .string()
    .trim()
    .min(limits.categoryName.min)
    .max(limits.categoryName.max)
    .regex(noControlCharacters)
    .regex(visibleCharacter, { error: ruleError('required') }),
  slug: OptionalText.pipe(z.string().max(limits.categoryName.max).nullable()),
  type: CategoryType,
  color: ColorIn,
  icon: OptionalText.pipe(
    z
      .string()
      .regex(/^[a-zA-Z _-]*$/)
      .nullable(),
  ).transform((it) => it ?? 'tag'),
  description: OptionalText.pipe(
    z.string().max(limits.description).regex(noControlCharactersMultiline).nullable(),
  ),
  priority: z.coerce.number().int().min(0),
  parent_id: RelationIn,
  parent: RelationIn,
  role: listOrNullIn(z.array(z.string())),
};

/** Maximum sizes of a category's fields. */
const categoryFieldSizes = { icon: limits.varchar, role: limits.roleList };

/** A new category. */
export const CategoryInput = limitFieldSizes(
  z.object({
    tag: fields.tag,
    slug: fields.slug.optional(),
    type: fields.type.default('category'),
    color: fields.color.optional(),
    icon: fields.icon.optional(),
    description: fields.description.optional(),
    priority: fields.priority.default(99),
    parent_id: fields.parent_id.optional(),
    parent: fields.parent.optional(),
    role: fields.role.optional(),
  }),
  categoryFieldSizes,
);

/** An update of a category. Absent keys stay unchanged. */
export const CategoryChange = limitFieldSizes(z.object(fields).partial(), categoryFieldSizes);

/** The category form. Roles only at the top level, since a child has the roles of its parent (spec 3 §2). */
export const CategoryForm = z.object({
  tag: fields.tag,
  slug: fields.slug,
  description: fields.description,
  color: fields.color,
  icon: z.string(),
  parent_id: z.number().nullable(),
  audience: z.enum(['everyone', 'roles']),
  roles: z.array(z.string()),
});

/** Categories with the same parent, in the order in which to offer them. */
export const CategoryOrder = z.object({
  ids: listIn(z.array(z.number().int().positive()).min(1).max(10_000)),
});

const listedCategory = z.object({ tag: fields.tag, children: listIn(z.array(fields.tag)).default([]) });

/** Names of new categories in two levels. Those that exist are left alone, and their children are added to them. */
export const CategoryList = z.object({
  categories: listIn(
    z
      .array(listedCategory)
      .min(1)
      .refine(
        (list) => list.reduce((sum, { children }) => sum + 1 + children.length, 0) <= limits.categoryList,
        { error: ruleError('invalid') },
      ),
  ),
});

export const categorySortFields = ['id', 'tag', 'slug', 'priority', 'created'] as const;
const idParams = z.object({ id: Id });

export const listCategories = defineEndpoint({
  name: 'listCategories',
  method: 'GET',
  path: '/tags',
  summary: 'Categories that the caller may see',
  scope: 'tags',
  query: listQuery(categorySortFields).extend({
    tag: z.string().optional(),
    type: CategoryType.optional(),
    parent_id: Id.optional(),
    q: z.string().optional(),
    level: z.literal('parent').optional(),
  }),
  response: listResponse(Category),
  neededAtStart: true,
  deviceCache: 'own',
});

export const readCategory = defineEndpoint({
  name: 'readCategory',
  method: 'GET',
  path: '/tags/{id}',
  summary: 'One category',
  scope: 'tags',
  params: idParams,
  response: Category,
  deviceCache: 'own',
});

export const createCategory = defineEndpoint({
  name: 'createCategory',
  method: 'POST',
  path: '/tags',
  summary: 'Make a category',
  scope: 'tags',
  needs: ['Manage Settings'],
  body: CategoryInput,
  response: Category,
});

export const orderCategories = defineEndpoint({
  name: 'orderCategories',
  method: 'PUT',
  path: '/tags/order',
  summary: 'Extension: set the priorities of categories with the same parent, in this order',
  scope: 'tags',
  needs: ['Manage Settings'],
  body: CategoryOrder,
  response: listResponse(Category),
});

export const updateCategory = defineEndpoint({
  name: 'updateCategory',
  method: 'PUT',
  path: '/tags/{id}',
  summary: 'Change a category; its children inherit its roles',
  scope: 'tags',
  needs: ['Manage Settings'],
  params: idParams,
  body: CategoryChange,
  response: Category,
});

export const deleteCategory = defineEndpoint({
  name: 'deleteCategory',
  method: 'DELETE',
  path: '/tags/{id}',
  summary: 'Delete a category; its children move to the top level',
  scope: 'tags',
  needs: ['Manage Settings'],
  params: idParams,
  response: Category,
});

export const createCategories = defineEndpoint({
  name: 'createCategories',
  method: 'POST',
  path: '/tags/list',
  summary: 'Extension: add a list of categories by name, in two levels; the answer has those that are new',
  scope: 'tags',
  needs: ['Manage Settings'],
  body: CategoryList,
  response: listResponse(Category),
});

export const mergeCategory = defineEndpoint({
  name: 'mergeCategory',
  method: 'POST',
  path: '/tags/{id}/merge',
  summary:
    'Extension: move the posts, fields, saved searches and children of a category to another one, and delete it; the answer is the other one',
  scope: 'tags',
  needs: ['Manage Settings'],
  params: idParams,
  body: z.object({ into: Id }),
  response: Category,
});
