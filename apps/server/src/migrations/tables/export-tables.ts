/** The tables about exports, as the migrations leave them, for the compiler. */
import type { Generated } from 'kysely';
import type { Created, Json } from './user-tables.ts';

export interface HxlMetadata {
  id: Generated<number>;
  user_id: number;
  private: boolean;
  dataset_title: string;
  organisation_id: string;
  organisation_name: string;
  source: string;
  license_id: number;
  created: Created;
  updated: Date | null;
}

export interface ExportJobs {
  id: Generated<number>;
  user_id: number | null;
  format: 'csv' | 'xlsx' | 'geojson' | 'media';
  fields: string[];
  filters: Json<Record<string, unknown>>;
  include_hxl: boolean;
  send_to_browser: boolean;
  send_to_hdx: boolean;
  hxl_choices: Json<
    { form_attribute_id: number; hxl_tag_id: number; hxl_attribute_id?: number | null | undefined }[]
  >;
  hxl_metadata_id: number | null;
  status: 'PENDING' | 'QUEUED' | 'EXPORTED_TO_CDN' | 'PENDING_HDX' | 'SUCCESS' | 'FAILED';
  fault: Json<{ code: string; text: string | null }> | null;
  /** Of the queue. */
  job: string | null;
  file: string;
  file_size: number | null;
  header_row: string[] | null;
  hxl_heading_row: string[] | null;
  done_rows: Generated<number>;
  total_rows: number | null;
  include_unpublished: Generated<boolean>;
  include_personal: Generated<('contacts' | 'sources' | 'details')[]>;
  dataset_url: string | null;
  created: Created;
  updated: Date | null;
  expires: Date | null;
  /** Only posts whose sender agreed to sharing, where the survey asks. */
  only_shared: Generated<boolean>;
}
