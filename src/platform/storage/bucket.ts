/** A bucket of any S3-compatible service, addressed by path: ENDPOINT/BUCKET/KEY. */
export type Bucket = {
  endpoint: string;
  name: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};
