/** Formats posts as GeoJSON features (RFC 7946) with flat properties named by the labels of attributes. Pure. */
import { unstructuredSurveyLabel } from '@waypost/contract/exports/exports';
import type { Viewer } from '../kernel/security/viewer.ts';
import {
  fieldTypeHandlers,
  findPlacePrecision,
  type GeoJsonShape,
  readVisibleAnswers,
} from '../posts/posts.public.ts';
import type { ExportPlan } from './columns.ts';
import { formatAnswer, type TextWriter } from './csv-file.ts';
import { createAreaLister, toAnsweredPost } from './exported-post.ts';

/** The geometry of a feature: a collection only for several shapes, since map programs handle single ones best. */
const buildGeometry = (shapes: readonly GeoJsonShape[]) =>
  shapes.length > 1 ? { type: 'GeometryCollection', geometries: shapes } : (shapes[0] ?? null);

const nativeProperties = [
  'id',
  'survey',
  'status',
  'status_label',
  'title',
  'description',
  'post_date',
  'created',
  'updated',
  'contact',
  'source',
  'marker-color',
  'consent',
  'place_precision',
  'areas',
];

/** Names of properties by attribute id. Equal labels within a survey get a number, since property names must be unique. */
function buildPropertyNames(plan: ExportPlan): Map<number, string> {
  const names = new Map<number, string>();
  const usedBySurvey = new Map<number, Set<string>>();
  for (const { id, label, survey_id } of plan.attributes) {
    const used = usedBySurvey.get(survey_id) ?? new Set(nativeProperties);
    usedBySurvey.set(survey_id, used);
    let name = label;
    for (let n = 2; used.has(name); n++) name = `${label} (${n})`;
    used.add(name);
    names.set(id, name);
  }
  return names;
}

const toIsoTime = (time: string | null) => (time === null ? null : `${time.replace(' ', 'T')}Z`);

/** Creates a writer that formats posts as features of one collection. @param viewer whose view of answers the file holds */
export function createFeatureWriter(viewer: Viewer, plan: ExportPlan): TextWriter {
  const names = buildPropertyNames(plan);
  const listAreas = createAreaLister(plan, viewer);
  return {
    head: '{"type":"FeatureCollection","features":[\n',
    post(post, index) {
      const answeredPost = toAnsweredPost(plan, post);
      const visibleAnswers = readVisibleAnswers(viewer, answeredPost);
      const precision = findPlacePrecision(viewer, answeredPost, visibleAnswers);
      const areas = listAreas(answeredPost, visibleAnswers).flatMap(({ set, names }) =>
        names.length > 0 ? [[set, names]] : [],
      );
      const properties: Record<string, unknown> = {
        id: post.id,
        survey: answeredPost.survey?.name ?? unstructuredSurveyLabel,
        status: post.status,
        status_label: plan.statusLabels[post.status],
        title: post.title,
        description: post.content,
        post_date: toIsoTime(post.post_date),
        created: toIsoTime(post.created),
        updated: toIsoTime(post.updated),
        ...(post.contact === null ? {} : { contact: post.contact }),
        ...(post.source === null ? {} : { source: post.source }),
        'marker-color': answeredPost.survey?.color ?? null,
        ...(post.consent === null ? {} : { consent: post.consent }),
        ...(precision ? { place_precision: precision } : {}),
        ...(areas.length > 0 ? { areas: Object.fromEntries(areas) } : {}),
      };
      const shapes: GeoJsonShape[] = [];
      for (const { attribute, answers } of visibleAnswers) {
        const name = names.get(attribute.id);
        if (name === undefined) continue;
        const { place, exportProperty } = fieldTypeHandlers[attribute.type];
        if (place) shapes.push(...answers.flatMap(place.shapes));
        else {
          const propertyValues = answers.flatMap((answer) => {
            const text = formatAnswer(attribute, answer, plan, post.files);
            return text === '' ? [] : [exportProperty(answer, text)];
          });
          if (propertyValues.length > 0)
            properties[name] = propertyValues.length === 1 ? propertyValues[0] : propertyValues;
        }
      }
      const feature = { type: 'Feature', id: post.id, geometry: buildGeometry(shapes), properties };
      return `${index > 0 ? ',\n' : ''}${JSON.stringify(feature)}`;
    },
    tail: '\n]}\n',
  };
}
