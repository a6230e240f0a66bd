/** A bucket of any service that speaks S3, addressed by path: ENDPOINT/BUCKET/KEY. */
export type Bucket = {
  endpoint: string;
  name: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};
