;; The SIMD search: finds the next place where a window may stand.
;;
;; Each of the seven positions that are looked at has a table of sixteen bytes, one for each value the low half of
;; a text byte may have. A table entry is a set of eight buckets, one bit each. For sixteen places at once the sets
;; of all seven look-ups are intersected: what stays non-empty is a place where some bucket allows all seven bytes.
;; There the bytes around the place are hashed, once for each class of `tables.ts`, and looked up in one bit set;
;; only if one of the hashes is in it is the place reported. The caller compares the whole.
;;
;; The low halves of each sixteen bytes are loaded once; those of the positions behind are put together from them
;; and the next sixteen, which costs less than loading each anew.
;;
;; Memory: blocks of tables from 0 on, each the half byte tables (112 bytes) and the bit set (8,192 bytes); the
;; text behind them, with at least 32 readable bytes after its end. Bytes beyond the text may make a false
;; report, never hide a true one.
(module
  (memory (export "memory") 4)

  ;; $at: where to begin; $end: end of the text; $block: address of the tables to use.
  ;; Returns the address of the next place, or -1.
  (func (export "next") (param $at i32) (param $end i32) (param $block i32) (result i32)
    (local $table0 v128) (local $table1 v128) (local $table2 v128) (local $table3 v128)
    (local $table4 v128) (local $table5 v128) (local $table6 v128)
    (local $half v128) (local $halves v128) (local $next v128) (local $buckets v128)
    (local $places i32) (local $place i32)
    (local $pair i32) (local $first i32) (local $two i32) (local $three i32) (local $before i32)
    (local $around i32)
    (local.set $table0 (v128.load (local.get $block)))
    (local.set $table1 (v128.load offset=16 (local.get $block)))
    (local.set $table2 (v128.load offset=32 (local.get $block)))
    (local.set $table3 (v128.load offset=48 (local.get $block)))
    (local.set $table4 (v128.load offset=64 (local.get $block)))
    (local.set $table5 (v128.load offset=80 (local.get $block)))
    (local.set $table6 (v128.load offset=96 (local.get $block)))
    (local.set $half (i8x16.splat (i32.const 15)))
    (local.set $halves (v128.and (v128.load (local.get $at)) (local.get $half)))
    (block $done
      (loop $blocks
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $next (v128.and (v128.load offset=16 (local.get $at)) (local.get $half)))
        (local.set $buckets
          (v128.and
            (i8x16.swizzle (local.get $table0) (local.get $halves))
            (i8x16.swizzle
              (local.get $table1)
              (i8x16.shuffle 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
                (local.get $halves) (local.get $next)))))
        (local.set $buckets
          (v128.and
            (local.get $buckets)
            (i8x16.swizzle
              (local.get $table2)
              (i8x16.shuffle 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17
                (local.get $halves) (local.get $next)))))
        (local.set $buckets
          (v128.and
            (local.get $buckets)
            (i8x16.swizzle
              (local.get $table3)
              (i8x16.shuffle 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18
                (local.get $halves) (local.get $next)))))
        (local.set $buckets
          (v128.and
            (local.get $buckets)
            (i8x16.swizzle
              (local.get $table4)
              (i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
                (local.get $halves) (local.get $next)))))
        (local.set $buckets
          (v128.and
            (local.get $buckets)
            (i8x16.swizzle
              (local.get $table5)
              (i8x16.shuffle 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
                (local.get $halves) (local.get $next)))))
        (local.set $buckets
          (v128.and
            (local.get $buckets)
            (i8x16.swizzle
              (local.get $table6)
              (i8x16.shuffle 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21
                (local.get $halves) (local.get $next)))))
        (if (v128.any_true (local.get $buckets))
          (then
            (local.set $places
              (i8x16.bitmask (i8x16.ne (local.get $buckets) (v128.const i64x2 0 0))))
            (loop $candidates
              (local.set $place (i32.add (local.get $at) (i32.ctz (local.get $places))))
              (local.set $first (i32.or (i32.load (local.get $place)) (i32.const 0x20202020)))
              (local.set $pair
                (i32.mul (i32.and (local.get $first) (i32.const 0xffff)) (i32.const 0x9e3779b1)))
              (local.set $first (i32.mul (local.get $first) (i32.const 0x9e3779b1)))
              (local.set $before
                (i32.mul
                  (i32.or (i32.load (i32.sub (local.get $place) (i32.const 4))) (i32.const 0x20202020))
                  (i32.const 0x27d4eb2f)))
              (local.set $two
                (i32.add
                  (local.get $first)
                  (i32.mul
                    (i32.or (i32.load offset=4 (local.get $place)) (i32.const 0x20202020))
                    (i32.const 0x85ebca77))))
              (local.set $three
                (i32.add
                  (local.get $two)
                  (i32.mul
                    (i32.or (i32.load offset=8 (local.get $place)) (i32.const 0x20202020))
                    (i32.const 0xc2b2ae3d))))
              (local.set $around (i32.add (local.get $two) (local.get $before)))
              (local.set $before (i32.add (local.get $first) (local.get $before)))
              ;; The upper half of a hash is the number of a bit: all but five bits of that choose a word of the
              ;; bit set, the last five a bit in it. A shift counts modulo 32.
              (if
                (i32.and
                  (i32.or
                    (i32.or
                      (i32.or
                        (i32.shr_u
                          (i32.load offset=112
                            (i32.add
                              (local.get $block)
                              (i32.shl (i32.shr_u (local.get $three) (i32.const 21)) (i32.const 2))))
                          (i32.shr_u (local.get $three) (i32.const 16)))
                        (i32.shr_u
                          (i32.load offset=112
                            (i32.add
                              (local.get $block)
                              (i32.shl (i32.shr_u (local.get $around) (i32.const 21)) (i32.const 2))))
                          (i32.shr_u (local.get $around) (i32.const 16))))
                      (i32.or
                        (i32.shr_u
                          (i32.load offset=112
                            (i32.add
                              (local.get $block)
                              (i32.shl (i32.shr_u (local.get $two) (i32.const 21)) (i32.const 2))))
                          (i32.shr_u (local.get $two) (i32.const 16)))
                        (i32.shr_u
                          (i32.load offset=112
                            (i32.add
                              (local.get $block)
                              (i32.shl (i32.shr_u (local.get $before) (i32.const 21)) (i32.const 2))))
                          (i32.shr_u (local.get $before) (i32.const 16)))))
                    (i32.or
                      (i32.shr_u
                        (i32.load offset=112
                          (i32.add
                            (local.get $block)
                            (i32.shl (i32.shr_u (local.get $first) (i32.const 21)) (i32.const 2))))
                        (i32.shr_u (local.get $first) (i32.const 16)))
                      (i32.shr_u
                        (i32.load offset=112
                          (i32.add
                            (local.get $block)
                            (i32.shl (i32.shr_u (local.get $pair) (i32.const 21)) (i32.const 2))))
                        (i32.shr_u (local.get $pair) (i32.const 16)))))
                  (i32.const 1))
                (then
                  (br_if $done (i32.ge_u (local.get $place) (local.get $end)))
                  (return (local.get $place))))
              (local.set $places
                (i32.and (local.get $places) (i32.sub (local.get $places) (i32.const 1))))
              (br_if $candidates (local.get $places)))))
        (local.set $halves (local.get $next))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $blocks)))
    (i32.const -1)))
