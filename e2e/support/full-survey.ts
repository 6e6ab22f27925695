/** Creates a survey with a field of each type over the API. It has three tasks; the last one is internal. */
import { callApi, tokenFor, type Waypost } from './waypost.ts';

interface Field {
  label: string;
  input: string;
  type: string;
  task?: 'verify' | 'team';
  [more: string]: unknown;
}

const fields: Field[] = [
  { label: 'Title', input: 'text', type: 'title', required: true },
  { label: 'What happened?', input: 'textarea', type: 'description', required: true },
  { label: 'Name of the place', input: 'text', type: 'varchar', instructions: 'As people there call it.' },
  { label: 'Details', input: 'textarea', type: 'text', response_private: true },
  { label: 'Advice', input: 'markdown', type: 'markdown' },
  { label: 'People affected', input: 'number', type: 'int', required: true },
  { label: 'Water level in metres', input: 'number', type: 'decimal', cardinality: 0 },
  { label: 'First seen', input: 'date', type: 'datetime' },
  { label: 'Last checked', input: 'datetime', type: 'datetime' },
  {
    label: 'Kind of road',
    input: 'select',
    type: 'varchar',
    options: ['Path', 'Street', 'Highway'],
    default: 'Street',
  },
  {
    label: 'Can it be passed?',
    input: 'radio',
    type: 'varchar',
    options: ['On foot', 'By car', 'Not at all'],
  },
  {
    label: 'What is needed?',
    input: 'checkbox',
    type: 'varchar',
    cardinality: 0,
    options: ['Water', 'Food', 'Shelter'],
    required: true,
  },
  { label: 'Categories', input: 'tags', type: 'tags', cardinality: 0 },
  { label: 'Where is it?', input: 'location', type: 'point' },
  { label: 'Related report', input: 'relation', type: 'relation', cardinality: 2 },
  { label: 'Photo', input: 'upload', type: 'media', config: { hasCaption: true }, task: 'verify' },
  { label: 'Film', input: 'video', type: 'varchar', task: 'verify' },
  { label: 'Whom can we call?', input: 'phone', type: 'phone', task: 'verify' },
  { label: 'Who confirmed it?', input: 'text', type: 'varchar', required: true, task: 'verify' },
  { label: 'Notes of the team', input: 'textarea', type: 'text', task: 'team' },
];

export interface FullSurvey {
  id: number;
  /** Id of the task of type `post`. */
  reportTaskId: number;
  /** Ids of a category and of its two children. */
  categories: { parent: number; children: number[] };
}

/** Creates the survey. Its reports are published without review. */
export async function createFullSurvey(waypost: Waypost): Promise<FullSurvey> {
  const token = await tokenFor(waypost, 'admin');
  const create = async (url: string, body: object): Promise<number> => {
    const response = await callApi(waypost, token, 'POST', url, body);
    if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
    return ((await response.json()) as { id: number }).id;
  };
  const parent = await create('/tags', { tag: 'Roads' });
  const children = [
    await create('/tags', { tag: 'Bridges', parent_id: parent }),
    await create('/tags', { tag: 'Tunnels', parent_id: parent }),
  ];
  const id = await create('/forms', {
    name: 'Flooded roads',
    description: 'Tell us **where** a road is flooded. [How to measure](https://example.org/measure)',
    color: '#2274B4',
    require_approval: false,
  });
  const stage = (label: string, more: object) => create(`/forms/${id}/stages`, { label, ...more });
  const tasks = {
    post: await stage('Report', { type: 'post', priority: 0 }),
    verify: await stage('Verify', { priority: 1, task_is_internal_only: false }),
    team: await stage('For the team', { priority: 2, task_is_internal_only: true }),
  };
  for (const [priority, { task = 'post', ...field }] of fields.entries())
    await create(`/forms/${id}/attributes`, {
      ...field,
      priority,
      form_stage_id: tasks[task],
      ...(field.type === 'tags' ? { options: [parent, ...children] } : {}),
    });
  return { id, reportTaskId: tasks.post, categories: { parent, children } };
}

/** Adds a required field, `Nearest house`. @returns a function that deletes it */
export async function addRequiredField(
  waypost: Waypost,
  survey: FullSurvey,
): Promise<() => Promise<unknown>> {
  const token = await tokenFor(waypost, 'admin');
  const attributes = `/forms/${survey.id}/attributes`;
  const created = await callApi(waypost, token, 'POST', attributes, {
    label: 'Nearest house',
    input: 'text',
    type: 'varchar',
    required: true,
    priority: 99,
    form_stage_id: survey.reportTaskId,
  });
  const { id } = (await created.json()) as { id: number };
  return () => callApi(waypost, token, 'DELETE', `${attributes}/${id}`);
}
