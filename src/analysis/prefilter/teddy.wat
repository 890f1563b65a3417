;; The SIMD search: finds the next place where a window of four bytes may stand.
;;
;; Each of the four positions of a window has two tables of sixteen bytes, one for the low and one for the
;; high half of a text byte. A table entry is a set of eight buckets, one bit each. For sixteen text positions
;; at once the sets of all eight look-ups are intersected: what stays non-empty is a place where some bucket
;; allows all four bytes. There a hash of the four bytes is looked up in one bit set, and the first two bytes
;; in another; only if one of them lets them through is the place reported. The caller compares the whole.
;;
;; Memory: blocks of tables from 0 on, each the half byte tables (128 bytes), the bit set of hashes (8,192
;; bytes) and that of pairs (as many); the text behind them, with at least 32 readable bytes after its end.
;; Bytes past the end may make a false report, never hide a true one.
(module
  (memory (export "memory") 4)

  ;; $at: where to begin; $end: end of the text; $block: address of the tables to use.
  ;; Returns the address of the next place, or -1.
  (func (export "next") (param $at i32) (param $end i32) (param $block i32) (result i32)
    (local $low0 v128) (local $high0 v128) (local $low1 v128) (local $high1 v128)
    (local $low2 v128) (local $high2 v128) (local $low3 v128) (local $high3 v128)
    (local $half v128) (local $text v128) (local $buckets v128)
    (local $places i32) (local $place i32) (local $hash i32) (local $pair i32)
    (local.set $low0 (v128.load (local.get $block)))
    (local.set $high0 (v128.load offset=16 (local.get $block)))
    (local.set $low1 (v128.load offset=32 (local.get $block)))
    (local.set $high1 (v128.load offset=48 (local.get $block)))
    (local.set $low2 (v128.load offset=64 (local.get $block)))
    (local.set $high2 (v128.load offset=80 (local.get $block)))
    (local.set $low3 (v128.load offset=96 (local.get $block)))
    (local.set $high3 (v128.load offset=112 (local.get $block)))
    (local.set $half (i8x16.splat (i32.const 15)))
    (block $done
      (loop $blocks
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $text (v128.load (local.get $at)))
        (local.set $buckets
          (v128.and
            (i8x16.swizzle (local.get $low0) (v128.and (local.get $text) (local.get $half)))
            (i8x16.swizzle (local.get $high0) (i8x16.shr_u (local.get $text) (i32.const 4)))))
        (local.set $text (v128.load offset=1 (local.get $at)))
        (local.set $buckets
          (v128.and
            (local.get $buckets)
            (v128.and
              (i8x16.swizzle (local.get $low1) (v128.and (local.get $text) (local.get $half)))
              (i8x16.swizzle (local.get $high1) (i8x16.shr_u (local.get $text) (i32.const 4))))))
        (local.set $text (v128.load offset=2 (local.get $at)))
        (local.set $buckets
          (v128.and
            (local.get $buckets)
            (v128.and
              (i8x16.swizzle (local.get $low2) (v128.and (local.get $text) (local.get $half)))
              (i8x16.swizzle (local.get $high2) (i8x16.shr_u (local.get $text) (i32.const 4))))))
        (local.set $text (v128.load offset=3 (local.get $at)))
        (local.set $buckets
          (v128.and
            (local.get $buckets)
            (v128.and
              (i8x16.swizzle (local.get $low3) (v128.and (local.get $text) (local.get $half)))
              (i8x16.swizzle (local.get $high3) (i8x16.shr_u (local.get $text) (i32.const 4))))))
        (if (v128.any_true (local.get $buckets))
          (then
            (local.set $places
              (i8x16.bitmask (i8x16.ne (local.get $buckets) (v128.const i64x2 0 0))))
            (loop $candidates
              (local.set $place (i32.add (local.get $at) (i32.ctz (local.get $places))))
              (local.set $hash
                (i32.shr_u
                  (i32.mul (i32.load (local.get $place)) (i32.const 0x9e3779b1))
                  (i32.const 16)))
              (local.set $pair (i32.load16_u (local.get $place)))
              (if
                (i32.and
                  (i32.or
                    (i32.shr_u
                      (i32.load8_u offset=128
                        (i32.add (local.get $block) (i32.shr_u (local.get $hash) (i32.const 3))))
                      (i32.and (local.get $hash) (i32.const 7)))
                    (i32.shr_u
                      (i32.load8_u offset=8320
                        (i32.add (local.get $block) (i32.shr_u (local.get $pair) (i32.const 3))))
                      (i32.and (local.get $pair) (i32.const 7))))
                  (i32.const 1))
                (then
                  (br_if $done (i32.ge_u (local.get $place) (local.get $end)))
                  (return (local.get $place))))
              (local.set $places
                (i32.and (local.get $places) (i32.sub (local.get $places) (i32.const 1))))
              (br_if $candidates (local.get $places)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $blocks)))
    (i32.const -1)))
