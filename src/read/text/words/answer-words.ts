/** Names of members and calls by what they do to an answer. */

/** Members of answers that hand out the body as it is. */
export const BODY =
  /^(?:body|data|text|content|contents|parsed_response|decoded_content|bodystring|payload)$/i;
/** Calls that keep what they are called on. */
export const KEEPING =
  /^(?:json|body|text|string|read|send|call|execute|unwrap|expect|ok_or\w*|context|with_context|await|decode|to_string|tostring|object|as_array|as_object|as_str|as_i64|as_u64|asText|asInt|into_string|getBody|getContents|bodyToMono|block|readAsStringAsync|result|throw|collect|to_h|to_a|iter|stream|values|items)$/i;
export const GETTING =
  /^(?:get|getString|getInt|getLong|getValue|optString|optInt|getJSONArray|getJSONObject|optJSONArray|optJSONObject|getAsJsonArray|getAsJsonObject|getAsString|path|at|dig|fetch|GetProperty|TryGetProperty|value|opt|findPath|findValue|pointer)$/;
/** Functions that decode the text they are given. */
export const DECODING =
  /^(?:loads|load|parse|json_decode|decode|decode_json|jsonDecode|from_str|from_slice|fromJson|from_json|readValue|readTree|JSONObject|DeserializeObject|Deserialize|Parse|JSON|unmarshal|urldecode|await|wp_remote_retrieve_body|curl_exec|string|String|str)!?$/;
export const ITERATING =
  /^(?:each|map|select|filter|find|forEach|for_each|any|all|flat_map|reject|detect|flatMap)$/;
