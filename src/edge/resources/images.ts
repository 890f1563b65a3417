import { ApiError, type Reply } from '../core/http.js';
import { isObject, type Json } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import { collection } from '../core/state.js';

/** One-time upload addresses: v1 with a JSON body, v2 with a form and a draft image behind it. */
export const imageRoutes: readonly Route[] = [
  { method: 'POST', path: '/accounts/{account_id}/images/v1/direct_upload', handle: uploadV1 },
  { method: 'POST', path: '/accounts/{account_id}/images/v2/direct_upload', handle: uploadV2 },
];

function uploadV1(call: ApiCall): Reply {
  const expiry = isObject(call.body) ? call.body.expiry : undefined;
  checkExpiry(call, expiry);
  return { result: address(call, call.world.id()) };
}

function uploadV2(call: ApiCall): Reply {
  if (call.body !== undefined) throw new ApiError(415, 5415, 'Content-Type must be multipart/form-data');
  const form = call.form ?? {};
  checkExpiry(call, form.expiry);
  if (form.metadata !== undefined) parseMetadata(form.metadata);
  const id = form.id ?? call.world.id();
  const images = collection(call.account(), 'images');
  if (images.some((image) => image.id === id)) throw new ApiError(409, 5409, 'Resource already exists');
  images.push({
    id,
    draft: true,
    requireSignedURLs: form.requireSignedURLs === 'true',
    metadata: form.metadata ?? null,
  });
  return { result: address(call, id) };
}

function address(call: ApiCall, id: string) {
  return { id, uploadURL: `https://upload.example.com/${call.account().id}/${id}` };
}

/** Between two minutes and six hours ahead; the emulated clock knows days only, so a day decides. */
function checkExpiry(call: ApiCall, expiry: Json | undefined): void {
  if (expiry === undefined) return;
  if (typeof expiry !== 'string' || Number.isNaN(Date.parse(expiry)))
    throw new ApiError(400, 5400, 'expiry must be an RFC 3339 time');
  if (expiry.slice(0, 10) < call.world.now) throw new ApiError(400, 5400, 'expiry must be in the future');
}

function parseMetadata(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw new ApiError(400, 5400, 'metadata must be JSON');
  }
}
