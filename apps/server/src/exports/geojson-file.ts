/** Posts as features of GeoJSON (RFC 7946), for map programs: flat properties under the names that people know. Pure. */
import { unstructuredSurveyLabel } from '@waypost/contract/exports/exports';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { Viewer } from '../kernel/security/viewer.ts';
import { type Shape, shapesOf, shownAnswers } from '../posts/posts.public.ts';
import type { ExportPlan } from './columns.ts';
import { formatAnswer } from './csv-file.ts';
import { toAnsweredPost } from './exported-post.ts';
import type { PostToExport } from './posts-to-export.sql.ts';

const shapesOfAnswer = (answer: Answer): Shape[] =>
  typeof answer === 'object'
    ? [{ type: 'Point', coordinates: [answer.lon, answer.lat] }]
    : (shapesOf(String(answer)) ?? []);

/** Most posts name one place, and map programs like that best. Null: none at all. */
const buildGeometry = (shapes: readonly Shape[]) =>
  shapes.length > 1 ? { type: 'GeometryCollection', geometries: shapes } : (shapes[0] ?? null);

const nativeProperties = [
  'id',
  'survey',
  'status',
  'title',
  'description',
  'post_date',
  'created',
  'updated',
  'contact',
  'source',
  'marker-color',
];

/** Two fields of one survey may have one label; a property has its name alone. */
function buildPropertyNames(plan: ExportPlan): Map<number, string> {
  const names = new Map<number, string>();
  const taken = new Map<number, Set<string>>();
  for (const { id, label, survey_id } of plan.attributes) {
    const used = taken.get(survey_id) ?? new Set(nativeProperties);
    taken.set(survey_id, used);
    let name = label;
    for (let n = 2; used.has(name); n++) name = `${label} (${n})`;
    used.add(name);
    names.set(id, name);
  }
  return names;
}

const toIsoTime = (time: string | null) => (time === null ? null : `${time.replace(' ', 'T')}Z`);

const propertyValue = ({ type }: { type: string }, answer: Answer, text: string): string | number => {
  if (typeof answer === 'number') return answer;
  return type === 'decimal' ? Number(text) : text;
};

/** How posts become features, for one exporter and one choice of fields. */
export function createFeatureWriter(viewer: Viewer, plan: ExportPlan) {
  const names = buildPropertyNames(plan);
  return {
    head: '{"type":"FeatureCollection","features":[\n',
    post(post: PostToExport, index: number): string {
      const answered = toAnsweredPost(plan, post);
      const properties: Record<string, unknown> = {
        id: post.id,
        survey: answered.survey?.name ?? unstructuredSurveyLabel,
        status: post.status,
        title: post.title,
        description: post.content,
        post_date: toIsoTime(post.post_date),
        created: toIsoTime(post.created),
        updated: toIsoTime(post.updated),
        ...(post.contact === null ? {} : { contact: post.contact }),
        ...(post.source === null ? {} : { source: post.source }),
        'marker-color': answered.survey?.color ?? null,
      };
      const shapes: Shape[] = [];
      for (const { attribute, answers } of shownAnswers(viewer, answered)) {
        const name = names.get(attribute.id);
        if (name === undefined) continue;
        if (attribute.type === 'point' || attribute.type === 'geometry')
          shapes.push(...answers.flatMap(shapesOfAnswer));
        else {
          const told = answers.flatMap((answer) => {
            const text = formatAnswer(attribute, answer, plan, post.files);
            return text === '' ? [] : [propertyValue(attribute, answer, text)];
          });
          if (told.length > 0) properties[name] = told.length === 1 ? told[0] : told;
        }
      }
      const feature = { type: 'Feature', id: post.id, geometry: buildGeometry(shapes), properties };
      return `${index > 0 ? ',\n' : ''}${JSON.stringify(feature)}`;
    },
    tail: '\n]}\n',
  };
}
